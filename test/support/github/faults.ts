/** Faults that occur on GitHub, each with a rule for the calls that it strikes. */

type FaultKind =
  | { readonly kind: 'bad-gateway' }
  /** 500 with an HTML page. */
  | { readonly kind: 'server-error' }
  /** 403 with nothing remaining; the budget resets after `resetInSeconds` (60). */
  | { readonly kind: 'primary-limit'; readonly resetInSeconds?: number }
  /** 403 or 429 with `retry-after` (1). */
  | { readonly kind: 'secondary-limit'; readonly status?: 403 | 429; readonly retryAfterSeconds?: number }
  /** An error inside HTTP 200, of the documented type `RATE_LIMITED` or the type `RATE_LIMIT` that GitHub was seen to send instead. */
  | {
      readonly kind: 'graphql-limit';
      readonly type?: 'RATE_LIMITED' | 'RATE_LIMIT';
      readonly resetInSeconds?: number;
    }
  /** Null instead of the value at a path of fields, such as `repository.pullRequests`, with an error for this path. */
  | { readonly kind: 'graphql-partial'; readonly path: string }
  /** Waits before the headers, or between pieces of the body. */
  | {
      readonly kind: 'slow';
      readonly beforeHeadersMs?: number;
      readonly betweenPiecesMs?: number;
      readonly pieceBytes?: number;
    }
  /** Drops the connection after `afterBytes` of the body; after half of the body by default. */
  | { readonly kind: 'drop'; readonly afterBytes?: number }
  /** Truncates the JSON of the reply in the middle. */
  | { readonly kind: 'malformed-json' }
  | { readonly kind: 'redirect-loop' };

export type Fault = FaultKind & {
  /** Matched against `METHOD /path?query`; for GraphQL, followed by a space and the name of the operation. */
  readonly on: RegExp;
  /** Numbers of the matching calls that the fault strikes, from 1; all by default. */
  readonly nth?: number | readonly number[];
};

export interface Faults {
  /** Returns the fault of the first rule that strikes this call. Counts the call for every rule that it matches. */
  strike(call: string): Fault | undefined;
  replace(faults: readonly Fault[]): void;
}

export function createFaults(initial: readonly Fault[]): Faults {
  let rules = initial.map((fault) => ({ fault, matchCount: 0 }));
  return {
    strike(call) {
      let struck: Fault | undefined;
      for (const rule of rules) {
        // `search` always starts at the beginning; `test` with the flag `g` would continue after its last match.
        if (call.search(rule.fault.on) === -1) continue;
        rule.matchCount += 1;
        if (struck === undefined && isNth(rule.fault.nth, rule.matchCount)) struck = rule.fault;
      }
      return struck;
    },
    replace(faults) {
      rules = faults.map((fault) => ({ fault, matchCount: 0 }));
    },
  };
}

function isNth(nth: Fault['nth'], matchCount: number): boolean {
  if (nth === undefined) return true;
  return typeof nth === 'number' ? nth === matchCount : nth.includes(matchCount);
}
