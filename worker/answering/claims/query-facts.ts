/**
 * Checks counts and statements about a graph query against the query's own result, never against what the answer
 * states about it.
 */

import type { LookUp } from './look-up.ts';

export interface QueryFacts {
  /** Keyed by singular noun (`place`, `direct caller`), `at distance 2`, `in tests`, `indirect` or `elsewhere`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Evidence ids of counted results. A claim with a count above 0 must cite one. */
  readonly countedIds: ReadonlySet<string>;
  /** Sentences without citations and full stop. */
  readonly statements: ReadonlySet<string>;
  /** The filter on the counts, such as `in tests`. */
  readonly filter?: string | undefined;
  /** Commits of the compared versions, by display name. */
  readonly versions?: ReadonlyMap<string, string>;
  /** The path and query that reproduce the result. */
  readonly repeat: string;
  /** Paths and queries of counts that another query returned, by key. */
  readonly repeats?: ReadonlyMap<string, string>;
}

const countable =
  'places?|files?|definitions?|callers?|callees?|calls?|uses|use|importers?|imports?|packages?|dependents?|dependenc(?:y|ies)|subtypes?|base types?|types?|steps?|results?';
/** Counts by role only where roles are listed: "4 callers: 3 in code, 1 in tests". "Line 3 in tests/a.py" is no count. */
const roles = 'in (?:code|tests|examples|configuration|documents|translations)';
const countInRole = String.raw`(?<=: |${roles}, )(?<inRole>\d[\d,]*) (?<role>${roles})(?![\w/.-]*\w)`;
const statedCount = new RegExp(
  String.raw`\b(?<number>no|\d[\d,]*) (?:known )?(?:(?<qualifier>(?:other |ambiguous |more |direct |indirect )?)(?<noun>${countable})|(?<distance>at distance \d+|elsewhere|indirect))\b|${countInRole}`,
  'gi',
);

/** Compares every count in the prose with the facts. */
export function lookUpCounts(
  prose: string,
  citations: readonly string[],
  facts: QueryFacts,
): readonly LookUp[] {
  return [...prose.matchAll(statedCount)].map((match) => {
    const { inRole = '', role, qualifier = '', noun = '', distance, number = inRole } = match.groups ?? {};
    const key = (role ?? distance ?? `${qualifier}${toSingular(noun)}`).toLowerCase();
    const stated = /^no$/i.test(number) ? 0 : Number(number.replaceAll(',', ''));
    const actual = facts.counts.get(key);
    const isCited = stated === 0 || citations.some((id) => facts.countedIds.has(id));
    const isSame = stated === actual;
    return {
      check: 'count' as const,
      item: match[0],
      place: isSame && isCited ? facts.repeat : undefined,
      isContradicted: actual !== undefined && !isSame,
      detail: describeCount({ key, stated, actual, isCited, source: describeSource(key, facts) }),
    };
  });
}

/** "May" before a relation that matches only by name. */
const guessVerb = /\bmay(?= (?:call|use|extend|implement|import|define|have the method)\b)/g;

/** Removes counts and the filter, which appear in no cited line. */
export function stripCounts(prose: string, { filter }: QueryFacts): string {
  const rest = prose.replace(statedCount, ' ').replace(guessVerb, ' ');
  return filter === undefined ? rest : rest.replaceAll(filter, ' ');
}

/** @param text a claim with its citations and full stop */
export function isQueryStatement(text: string, facts: QueryFacts): boolean {
  return facts.statements.has(stripCitationsAndPunctuation(text));
}

export function stripCitationsAndPunctuation(text: string): string {
  return text.replace(/\s*\[chunk:[^\]]*\]/g, '').replace(/^[*\s-]+|[.\s]+$/g, '');
}

/** Names the source of a count, and the filter if there is one. */
function describeSource(key: string, { filter, repeats, ...facts }: QueryFacts): string {
  const repeat = repeats?.get(key) ?? facts.repeat;
  if (filter === undefined) return `${repeat} returns`;
  return `Of the results of ${repeat}, ${key === 'elsewhere' ? 'not ' : ''}${filter}:`;
}

function toSingular(noun: string): string {
  return noun.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
}

function describeCount(comparison: {
  readonly key: string;
  readonly stated: number;
  readonly actual: number | undefined;
  readonly isCited: boolean;
  readonly source: string;
}): string {
  if (comparison.actual === undefined) return `Nothing was counted as “${comparison.key}”.`;
  if (comparison.stated !== comparison.actual)
    return `The claim states ${comparison.stated} for “${comparison.key}”; ${comparison.source} ${comparison.actual}.`;
  return comparison.isCited
    ? `${comparison.source} ${comparison.actual}.`
    : 'It cites none of the counted results.';
}
