/**
 * Checks counts and statements about a graph query against the query's own result, never against what the answer
 * says of it.
 */

import type { ClaimCheck } from '../../core/answers/claim.ts';

export interface QueryFacts {
  /** By noun, in the singular: `place`, `other definition`; also `at distance 2`, `elsewhere`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Ids of the evidence of what was counted: a number above 0 must cite one. */
  readonly counted: ReadonlySet<string>;
  /** Without citations and the full stop. */
  readonly statements: ReadonlySet<string>;
  /** What of that was counted, where not all: `in tests`. */
  readonly filter?: string | undefined;
  /** Commits of versions that were compared, by the name they are told by. */
  readonly versions?: ReadonlyMap<string, string>;
  /** Path and query that give the same again. */
  readonly repeat: string;
}

const countable =
  'places?|files?|definitions?|callers?|callees?|calls?|uses|use|importers?|imports?|packages?|dependents?|dependenc(?:y|ies)|subtypes?|base types?|types?|steps?|results?';
const counted = new RegExp(
  String.raw`\b(no|\d[\d,]*) (?:known )?(?:((?:other |ambiguous |more )?)(${countable})|(at distance \d+|elsewhere))\b`,
  'gi',
);

/** Every number the prose says of countable things, held to the facts. */
export function checkCounts(
  prose: string,
  citations: readonly string[],
  facts: QueryFacts,
): readonly ClaimCheck[] {
  return [...prose.matchAll(counted)].map((match) => {
    const [, number = '', which = '', noun = '', distance] = match;
    const key = distance?.toLowerCase() ?? `${which}${singular(noun)}`.toLowerCase();
    const said = /^no$/i.test(number) ? 0 : Number(number.replaceAll(',', ''));
    const known = facts.counts.get(key);
    const isTied = said === 0 || citations.some((id) => facts.counted.has(id));
    return {
      check: 'count' as const,
      passed: said === known && isTied,
      detail: detailOf({ key, said, known, isTied, source: sourceOf(key, facts) }),
    };
  });
}

/** A relation that is known by a name alone is told so. */
const guessed = /\bmay(?= (?:call|use|extend|implement|import|define|have the method)\b)/g;

/** What is left for other checks: a number that was counted, and what it was narrowed to, stand in no line. */
export function stripCounts(prose: string, { filter }: QueryFacts): string {
  const rest = prose.replace(counted, ' ').replace(guessed, ' ');
  return filter === undefined ? rest : rest.replaceAll(filter, ' ');
}

/** @param text a claim, its citations and full stop included */
export function isQueryStatement(text: string, facts: QueryFacts): boolean {
  return facts.statements.has(plainClaim(text));
}

export function plainClaim(text: string): string {
  return text.replace(/\s*\[chunk:[^\]]*\]/g, '').replace(/^[*\s-]+|[.\s]+$/g, '');
}

/** A part of what the query gives is not what it gives. */
function sourceOf(key: string, { filter, repeat }: QueryFacts): string {
  if (filter === undefined) return `${repeat} gives`;
  return `Of what ${repeat} gives, ${key === 'elsewhere' ? 'not ' : ''}${filter}:`;
}

function singular(noun: string): string {
  return noun.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
}

function detailOf(told: {
  readonly key: string;
  readonly said: number;
  readonly known: number | undefined;
  readonly isTied: boolean;
  readonly source: string;
}): string {
  if (told.known === undefined) return `Nothing was counted as “${told.key}”.`;
  if (told.said !== told.known) return `${told.said} is said of “${told.key}”; ${told.source} ${told.known}.`;
  return told.isTied ? `${told.source} ${told.known}.` : 'It cites nothing of what was counted.';
}
