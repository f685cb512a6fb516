/**
 * Looks up everything in a claim that can be looked up in the cited evidence: quotations, names and code, numbers, line numbers, paths, what the
 * history records, and counts of a query. What the words of the claim mean is not checked.
 */

import type { AnyEvidence } from '../../core/answers/evidence.ts';
import { truncate } from '../../core/text/truncate.ts';
import { lookUpDiscussions } from './checks/check-discussions.ts';
import { lookUpLineNumbers, stripLineNumbers } from './checks/check-line-numbers.ts';
import { lookUpCode, lookUpUnmarkedNames } from './checks/check-names.ts';
import { lookUpNumberedNames } from './checks/check-numbered-names.ts';
import { lookUpNumbers } from './checks/check-numbers.ts';
import { lookUpOrigins } from './checks/check-origins.ts';
import { lookUpParameterCounts, stripParameterCounts } from './checks/check-parameters.ts';
import { findUnmarkedCode, findUnmarkedNames } from './checks/unmarked-names.ts';
import { parseClaim, stripCitations, stripQuotations } from '../claim-text/parse-claim.ts';
import { readSearchableEvidence, type SearchableEvidence } from '../evidence-text/searchable-evidence.ts';
import { maskNames, stripAttributions, stripVersionNames } from './claim-words.ts';
import { isFound, type LookUp } from './look-up.ts';
import { lookUpCounts, stripCounts, type QueryFacts } from './query-facts.ts';

/** Longer claims fail. The claim reader cuts claims long before this length. */
const maxClaimLength = 8_000;
const maxShownQuote = 80;

/** @returns an empty list if the claim contains nothing to look up */
export function lookUpContent(
  claim: string,
  cited: readonly AnyEvidence[],
  facts: QueryFacts | undefined,
): readonly LookUp[] {
  if (claim.length > maxClaimLength)
    return [{ check: 'content', item: '', place: undefined, detail: 'It is too long to be checked.' }];
  const text = facts?.versions === undefined ? claim : stripVersionNames(claim, cited, facts.versions);
  const parts = parseClaim(text);
  const evidence = cited.map(readSearchableEvidence);
  const counts = facts === undefined ? [] : lookUpCounts(parts.prose, parts.citations, facts);
  const prose = stripLineNumbers(facts === undefined ? parts.prose : stripCounts(parts.prose, facts));
  const unmarkedCode = findUnmarkedCode(maskNames(text));
  const parameters = lookUpParameterCounts(stripCitations(stripQuotations(text)), evidence);
  const words = stripAttributions(
    findUnmarkedNames(prose).reduce((rest, name) => rest.replaceAll(name, ' '), prose),
    text,
    cited,
  );
  const lookUps = [
    ...parts.quotes.map((quote) => lookUpQuotation(quote, evidence)),
    ...lookUpCode(unmarkedCode === undefined ? parts.code : [...parts.code, unmarkedCode], evidence),
    ...lookUpLineNumbers(parts.prose, evidence),
    ...counts,
    ...lookUpUnmarkedNames(prose, evidence),
    ...parameters,
    ...lookUpNumbers(parameters.length === 0 ? words : stripParameterCounts(words), parts, {
      text,
      evidence,
    }),
    ...lookUpNumberedNames(words, evidence),
    ...lookUpOrigins(text, parts, cited),
    ...lookUpDiscussions(text, parts, cited),
  ];
  return lookUps.length > 0 ? lookUps : lookUpSentence(parts.prose, evidence);
}

function lookUpQuotation(quote: string, evidence: readonly SearchableEvidence[]): LookUp {
  const item = `“${truncate(quote.replace(/\s+/g, ' '), maxShownQuote)}”`;
  const found = evidence.find((searchable) => searchable.contains(quote));
  if (found !== undefined) return { check: 'quote', item, place: found.place };
  const detail = evidence.some((searchable) => searchable.containsMidWord(quote))
    ? { detail: `${item} begins or ends within a word of the cited lines.` }
    : {};
  return { check: 'quote', item, place: undefined, ...detail };
}

/** A sentence without anything else to look up may still be in the evidence word for word. */
function lookUpSentence(prose: string, evidence: readonly SearchableEvidence[]): readonly LookUp[] {
  const found = evidence.find((searchable) => searchable.containsSentence(prose));
  if (found === undefined) return [];
  const detail = `The whole sentence is in ${found.place}, word for word.`;
  return [{ check: 'quote', item: prose, place: found.place, detail }];
}

export function isContradicted(lookUps: readonly LookUp[]): boolean {
  return lookUps.some((lookUp) => lookUp.isContradicted === true && !isFound(lookUp));
}
