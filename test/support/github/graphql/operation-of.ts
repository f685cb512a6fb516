/** What a GraphQL call asks for, by name, for the record and for faults to strike it. */

import { Kind, parse } from 'graphql';
import type { ApiCall } from '../answer-api.ts';

/** The operation's name, or the fields at its top where it has none; undefined where the call is none of GraphQL. */
export function operationOf(call: ApiCall): string | undefined {
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
