/** Creates the GraphQL errors that are returned with HTTP 200, with GitHub's wording and types. */

import { GraphQLError } from 'graphql';

type ErrorType =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'MAX_NODE_LIMIT_EXCEEDED'
  | 'EXCESSIVE_PAGINATION'
  | 'MISSING_PAGINATION_BOUNDARIES'
  | 'INVALID_CURSOR_ARGUMENTS';

/** Creates an error whose `type` is formatted as a top-level field, as on GitHub. */
export const refuse = (type: ErrorType, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { type } });

export const forbidden = (): GraphQLError =>
  refuse('FORBIDDEN', 'Resource not accessible by personal access token');

export const unresolved = (kind: string, criterion: string): GraphQLError =>
  refuse('NOT_FOUND', `Could not resolve to ${kind} with the ${criterion}.`);

interface FormattedError {
  readonly type?: unknown;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly message: string;
}

export function formatGraphQlError(error: GraphQLError): FormattedError {
  const type = error.extensions['type'];
  return {
    ...(type === undefined ? {} : { type }),
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    message: error.message,
  };
}
