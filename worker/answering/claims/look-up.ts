/** The result of looking up one item of a claim, and how results become the checks that a client receives. */

import type { ClaimCheck } from '../../core/answers/claim.ts';

export interface LookUp {
  readonly check: ClaimCheck['check'];
  /** What was looked up, as a sentence names it: `` `run` ``, `line 4`, `30 seconds`. */
  readonly item: string;
  /** Where it was found; undefined if it was not found. */
  readonly place: string | undefined;
  /** A whole sentence, if "… found in …" or "… not found in the cited …" does not say it. */
  readonly detail?: string;
  /** The cited evidence states something else instead. */
  readonly isContradicted?: boolean;
}

export function isFound({ place }: LookUp): boolean {
  return place !== undefined;
}

/** Items that a look-up found in one place become one check. */
const maxItems = 12;

/** @param cited how a sentence names the evidence, such as `lines` */
export function toChecks(lookUps: readonly LookUp[], cited: 'lines' | 'sources'): readonly ClaimCheck[] {
  const groups = new Map<string, LookUp[]>();
  for (const lookUp of lookUps) {
    const key = `${lookUp.check} ${lookUp.detail ?? lookUp.place ?? `not found ${lookUp.item}`}`;
    groups.set(key, [...(groups.get(key) ?? []), lookUp]);
  }
  return [...groups.values()].flatMap((group): readonly ClaimCheck[] => {
    const [first] = group;
    if (first === undefined) return [];
    const passed = isFound(first);
    return [{ check: first.check, passed, detail: first.detail ?? describe(group, cited) }];
  });
}

function describe(group: readonly LookUp[], cited: string): string {
  const items = [...new Set(group.map(({ item }) => item))];
  const more = items.length > maxItems ? ` and ${items.length - maxItems} more` : '';
  const list = `${items.slice(0, maxItems).join(', ')}${more}`;
  const place = group[0]?.place;
  return place === undefined ? `${list} not found in the cited ${cited}.` : `${list} found in ${place}.`;
}
