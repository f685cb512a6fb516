/** Errors inside HTTP 200, as GitHub words and types them. */

import { GraphQLError } from 'graphql';

type ErrorType =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'MAX_NODE_LIMIT_EXCEEDED'
  | 'EXCESSIVE_PAGINATION'
  | 'MISSING_PAGINATION_BOUNDARIES'
  | 'INVALID_CURSOR_ARGUMENTS';

/** Told with `type` at its top, where GitHub has it. */
export const refuse = (type: ErrorType, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { type } });

export const forbidden = (): GraphQLError =>
  refuse('FORBIDDEN', 'Resource not accessible by personal access token');

export const unresolved = (kind: string, by: string): GraphQLError =>
  refuse('NOT_FOUND', `Could not resolve to ${kind} with the ${by}.`);

interface ToldError {
  readonly type?: unknown;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly message: string;
}

export function told(error: GraphQLError): ToldError {
  const type = error.extensions['type'];
  return {
    ...(type === undefined ? {} : { type }),
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    message: error.message,
  };
}
