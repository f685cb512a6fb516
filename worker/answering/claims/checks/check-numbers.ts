/**
 * Looks up the numbers of a claim that are written in digits or have a unit: in digits or words, in the same unit or converted, or by the name of
 * an HTTP status. Counts in words, ordinals and list numbers are not looked up.
 */

import { type AnyEvidence, isAttachmentEvidence, isSpanEvidence } from '../../../core/answers/evidence.ts';
import { findDates } from '../../claim-text/find-attributions.ts';
import { type ClaimParts, parseClaim } from '../../claim-text/parse-claim.ts';
import type { SearchableEvidence } from '../../evidence-text/searchable-evidence.ts';
import type { LookUp } from '../look-up.ts';
import { namesStatus } from './http-statuses.ts';
import { normalizeNumber, parseNumbers, units, type ParsedNumber } from './parse-numbers.ts';

/** The numbers in a text, and their units. */
interface NumberIndex {
  readonly values: ReadonlySet<string>;
  readonly withUnit: readonly { readonly value: number; readonly unit: string }[];
  readonly negative: ReadonlySet<string>;
}

const cache = new WeakMap<SearchableEvidence, NumberIndex>();

function indexNumbers(searchable: SearchableEvidence): NumberIndex {
  const found = cache.get(searchable);
  if (found !== undefined) return found;
  const text = `${searchable.names}\n${searchable.text}`;
  const all = parseNumbers(text);
  // A comma also separates arguments: `slice(0,32)`.
  const loose = Array.from(text.matchAll(/\d[\d_,]*(?:\.\d+)*/g), ([value]) => [
    normalizeNumber(value),
    ...(/,(?!\d{3}(?!\d))/.test(value) ? value.split(',') : []),
  ]).flat();
  const hexadecimal = Array.from(text.matchAll(/\b0x([0-9a-f]{1,12})\b/gi), ([, value = '']) =>
    String(Number.parseInt(value, 16)),
  );
  const products = Array.from(text.matchAll(/\b\d[\d_]*(?:\s*\*\s*\d[\d_]*)+/g), ([product]) =>
    String(product.split('*').reduce((value, part) => value * Number(part.replaceAll('_', '').trim()), 1)),
  );
  const withUnit = [
    ...all.flatMap(({ value, next }) => (units.has(next) ? [{ value: Number(value), unit: next }] : [])),
    // `timeoutMs = 300`, `5 * time.Second`, `from_secs(5)`
    ...Array.from(
      text.matchAll(
        /([A-Za-z]*?)_?(ms|millis|milliseconds|seconds|secs|minutes|bytes|kb|mb)\b['"]?\s*[=:(]+\s*(\d[\d_]*)/gi,
      ),
      ([, , name = '', value = '']) => ({
        value: Number(value.replaceAll('_', '')),
        unit: name.toLowerCase(),
      }),
    ),
    ...Array.from(
      text.matchAll(/(\d[\d_]*)\s*\*\s*(?:time\.)?(Millisecond|Second|Minute|Hour)s?\b/gi),
      ([, value = '', name = '']) => ({
        value: Number(value.replaceAll('_', '')),
        unit: name.toLowerCase(),
      }),
    ),
  ];
  const index = {
    values: new Set([...all.map(({ value }) => value), ...loose, ...hexadecimal, ...products]),
    withUnit,
    negative: new Set(
      Array.from(text.matchAll(/(?:-\s?|\bminus |\bnegative )(\d[\d_,]*(?:\.\d+)*)/g), ([, value = '']) =>
        normalizeNumber(value),
      ),
    ),
  };
  cache.set(searchable, index);
  return index;
}

/** An answer cites at most this many of the definitions that share a name. */
const maxCitedNamesakes = 4;
/** Numbers that order or count the parts of an answer. */
const ordering =
  /^\s*(?:[-*+]\s+)?[*_]{0,2}\d{1,3}[.)]|\(\d{1,2}\)|\b(?:steps?|points?|items?|options?|phases?) \d{1,2}(?:(?:–|-| to | and )\d{1,2})?\b|(?<![\w.])\d{1,4}(?:st|nd|rd|th)\b/gim;

interface NumberContext {
  /** The unchanged claim, in which counted names keep their order. */
  readonly text: string;
  readonly evidence: readonly SearchableEvidence[];
}

/** @param prose the text of the claim, without line numbers and without the counts that the query itself returned */
export function lookUpNumbers(
  prose: string,
  parts: ClaimParts,
  { text, evidence }: NumberContext,
): readonly LookUp[] {
  const cited = evidence.map((searchable) => searchable.evidence);
  let rest = prose.replace(ordering, ' ');
  if (cited.some((item) => !isSpanEvidence(item) && !isAttachmentEvidence(item))) {
    for (const [day] of findDates(rest)) rest = rest.replace(day, ' ');
    rest = rest.replaceAll(/#\d{1,9}\b/g, ' ');
  }
  // "One of 7 called x": at most four namesakes are cited, so only the number of citations can be looked up.
  rest = rest.replace(/\bone of (\d{1,6})(?: or more)? called\b/g, (all, total: string) => {
    const citedCount = parts.citations.length;
    return Number(total) >= citedCount && citedCount >= Math.min(Number(total), maxCitedNamesakes)
      ? ' '
      : all;
  });
  return parseNumbers(rest)
    .filter((number) => /\d/.test(number.text) || units.has(number.next))
    .filter((number) => !isCountOfClaim(number, { text, cited, citations: parts.citations.length }))
    .map((number) => lookUpNumber(number, evidence, mayBeStatus.test(text)));
}

/** Words beside a number that is an HTTP status. */
const mayBeStatus =
  /\b(?:status(?:es)?|https?|codes?|respon[ds]\w*|answer\w*|repl(?:y|ies|ied)|errors?)\b|\b(?:an?|with|as)\s+[1-5]\d\d\b/i;

function lookUpNumber(
  number: ParsedNumber,
  evidence: readonly SearchableEvidence[],
  isStatus: boolean,
): LookUp {
  const item = formatNumber(number);
  const found = evidence.find(
    (searchable) =>
      isSupported(number, indexNumbers(searchable)) ||
      (isStatus && !units.has(number.next) && namesStatus(searchable.text, number.value)),
  );
  if (found !== undefined) return { check: 'number', item, place: found.place };
  const others = [
    ...new Set(evidence.flatMap((searchable) => findSameUnit(number, indexNumbers(searchable)))),
  ];
  if (others.length === 0) return { check: 'number', item, place: undefined };
  const detail = `${item} not found; with this unit, the cited source states ${others.slice(0, 4).join(', ')}.`;
  return { check: 'number', item, place: undefined, detail, isContradicted: true };
}

/** The following word belongs to the number only if it is a unit. */
function formatNumber({ text, next }: ParsedNumber): string {
  const stated = units.has(next) ? text : text.slice(0, -next.length || undefined);
  return stated.replace(/[\s-]+$/, '').trim();
}

/** Returns the numbers that the evidence states in the same unit, as `30 seconds`. */
function findSameUnit({ next }: ParsedNumber, { withUnit }: NumberIndex): readonly string[] {
  const [kind, factor] = units.get(next) ?? [];
  return withUnit.flatMap(({ value, unit }) => {
    const [otherKind, otherFactor] = units.get(unit) ?? [];
    return kind !== undefined && kind === otherKind && factor === otherFactor ? [`${value} ${unit}`] : [];
  });
}

function isSupported({ value, next, isNegative }: ParsedNumber, index: NumberIndex): boolean {
  if (isNegative && !index.negative.has(value)) return false;
  const stated = units.get(next);
  if (stated === undefined) return index.values.has(value);
  const isSame = index.withUnit.some((number) => {
    const [kind, factor] = units.get(number.unit) ?? [];
    return kind === stated[0] && Math.abs(number.value * (factor ?? 1) - Number(value) * stated[1]) < 1e-6;
  });
  if (isSame) return true;
  // The evidence may state the number without its unit, but not with another unit or another number with this unit.
  const hasOther = index.withUnit.some((number) => String(number.value) === value);
  const hasSameUnit = index.withUnit.some((number) => {
    const [kind, factor] = units.get(number.unit) ?? [];
    return kind === stated[0] && factor === stated[1];
  });
  return index.values.has(value) && !hasOther && !hasSameUnit;
}

/** Nouns whose number may count the claim's own names and quotations. */
const counted =
  /^(?:functions?|methods?|names?|places?|steps?|things?|calls?|definitions?|lines?|passages?|files?|parts?|values?|cases?|helpers?|classes|types?|quotations?|sources?|others?|kinds?|ways?|arguments?|parameters?|checks?|conditions?)$/;

/** Nouns whose number may equal the number of citations. */
const citable =
  /^(?:places?|passages?|files?|sources?|definitions?|parts?|functions?|methods?|classes|quotations?|others?|calls?)$/;
/** Words before a number that counts preceding names. */
const countIntroduction = /(?:\b(?:are|were|these|those|the|all|as|of|both)|[,:(—–-])\s*$/i;

/** @param text the unchanged claim, in which counted names keep their order */
function isCountOfClaim(
  { text: number, value, next }: ParsedNumber,
  {
    text,
    cited,
    citations,
  }: { readonly text: string; readonly cited: readonly AnyEvidence[]; readonly citations: number },
): boolean {
  const statedCount = Number(value);
  if (next === 'lines' || next === 'line')
    return cited.some(
      (evidence) =>
        isSpanEvidence(evidence) &&
        (evidence.fileLines.length === statedCount ||
          evidence.endLine - evidence.startLine + 1 === statedCount),
    );
  if (!counted.test(next) || statedCount < 1) return false;
  const at = text.indexOf(number.trim());
  const before = countIntroduction.test(text.slice(0, at)) ? countNames(text.slice(0, at)) : [];
  const named = [...before.flatMap((names) => [names, names - 1]), ...countNames(text.slice(at))];
  return named.includes(statedCount) || (citable.test(next) && citations === statedCount);
}

/** Counts names and quotations. Paths do not count, because they state a location. */
function countNames(text: string): readonly number[] {
  const { code, quotes } = parseClaim(text);
  const names = new Set(code.filter((name) => !/[\w.]\/\w|\.\w{1,6}$/.test(name)));
  return [names.size, quotes.length].filter((size) => size > 0);
}
