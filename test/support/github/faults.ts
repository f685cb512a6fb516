/** Faults a GitHub may show, each by a rule that says which calls it strikes; the rest of the server knows nothing of them. */

type FaultKind =
  | { readonly kind: 'bad-gateway' }
  /** 500 with a page of HTML. */
  | { readonly kind: 'server-error' }
  /** 403 with nothing remaining; the budget is whole again after `resetInSeconds` (60). */
  | { readonly kind: 'primary-limit'; readonly resetInSeconds?: number }
  /** 403 or 429 with `retry-after` (1). */
  | { readonly kind: 'secondary-limit'; readonly status?: 403 | 429; readonly retryAfterSeconds?: number }
  /** An error inside HTTP 200, of a type GitHub's documentation names or (`RATE_LIMIT`) one it has been seen to send instead. */
  | {
      readonly kind: 'graphql-limit';
      readonly type?: 'RATE_LIMITED' | 'RATE_LIMIT';
      readonly resetInSeconds?: number;
    }
  /** Null in place of what is told at a path of fields, as `repository.pullRequests`, and an error that says so beside it. */
  | { readonly kind: 'graphql-partial'; readonly path: string }
  /** Waits before the headers, or between pieces of the body. */
  | {
      readonly kind: 'slow';
      readonly beforeHeadersMs?: number;
      readonly betweenPiecesMs?: number;
      readonly pieceBytes?: number;
    }
  /** Drops the connection after so many bytes of the body; half of them where left out. */
  | { readonly kind: 'drop'; readonly afterBytes?: number }
  /** The answer's JSON, cut in the middle of a word. */
  | { readonly kind: 'malformed-json' }
  | { readonly kind: 'redirect-loop' };

export type Fault = FaultKind & {
  /** Tried on `METHOD /path?query`, of GraphQL followed by a space and the operation's name. */
  readonly on: RegExp;
  /** Which of the calls that match, from 1; all of them where left out. */
  readonly nth?: number | readonly number[];
};

export interface Faults {
  /** The fault that strikes this call, if any: the first rule that does. Counts the call for every rule it matches. */
  strike(call: string): Fault | undefined;
  replace(faults: readonly Fault[]): void;
}

export function createFaults(initial: readonly Fault[]): Faults {
  let rules = initial.map((fault) => ({ fault, seen: 0 }));
  return {
    strike(call) {
      let struck: Fault | undefined;
      for (const rule of rules) {
        // Said anew each time, since a pattern with the flag `g` would remember where it stopped.
        if (call.search(rule.fault.on) === -1) continue;
        rule.seen += 1;
        if (struck === undefined && isNth(rule.fault.nth, rule.seen)) struck = rule.fault;
      }
      return struck;
    },
    replace(faults) {
      rules = faults.map((fault) => ({ fault, seen: 0 }));
    },
  };
}

function isNth(nth: Fault['nth'], seen: number): boolean {
  if (nth === undefined) return true;
  return typeof nth === 'number' ? nth === seen : nth.includes(seen);
}
