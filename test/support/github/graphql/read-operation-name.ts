/** Reads the name of a GraphQL operation, for the call log and for rules that inject faults. */

import { Kind, parse } from 'graphql';
import type { ApiCall } from '../answer-api.ts';

/** Returns the operation's name, or its top-level fields if it has no name. Empty if the query is invalid; undefined if the call is not GraphQL. */
export function readOperationName(call: ApiCall): string | undefined {
  if (call.url.pathname !== '/graphql') return undefined;
  try {
    const body: unknown = JSON.parse(call.body.toString('utf8'));
    if (typeof body !== 'object' || body === null || !('query' in body)) return '';
    const [operation] = parse(String(body.query)).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) return '';
    const fields = operation.selectionSet.selections.flatMap((selection) =>
      selection.kind === Kind.FIELD ? [selection.name.value] : [],
    );
    return operation.name?.value ?? fields.join('+');
  } catch {
    return '';
  }
}
