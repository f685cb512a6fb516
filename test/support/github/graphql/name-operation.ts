/** Names what a GraphQL call requests, for the record of calls and for rules of faults. */

import { Kind, parse } from 'graphql';
import type { ApiCall } from '../answer-api.ts';

/** Returns the name of the operation, or its top-level fields if it has none; undefined if the call is not GraphQL. */
export function nameOperation(call: ApiCall): string | undefined {
  if (call.url.pathname !== '/graphql') return undefined;
  try {
    const sent: unknown = JSON.parse(call.body.toString('utf8'));
    if (typeof sent !== 'object' || sent === null || !('query' in sent)) return '';
    const [operation] = parse(String(sent.query)).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) return '';
    const fields = operation.selectionSet.selections.flatMap((one) =>
      one.kind === Kind.FIELD ? [one.name.value] : [],
    );
    return operation.name?.value ?? fields.join('+');
  } catch {
    return '';
  }
}
