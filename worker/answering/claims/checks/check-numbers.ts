/**
 * Checks numbers in prose: each must appear in the evidence, in digits or words, in the same unit or converted.
 * Numbers that count what the claim itself names or cites are counted instead.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { type AnyEvidence, isAttachmentEvidence, isSpanEvidence } from '../../../core/answers/evidence.ts';
import { findDates } from '../../claim-text/find-attributions.ts';
import { type ClaimParts, parseClaim } from '../../claim-text/parse-claim.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';

const numberWords = new Map(
  `zero 0, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17,
   eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, hundred 100, thousand 1000, million 1000000, dozen 12`
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([word = '', value = '']) => [word, Number(value)] as const),
);
/** Returns whether the word is a number, which the number check covers. */
export function isNumberWord(word: string): boolean {
  return numberWords.has(word);
}

/** Converts `two` to `2` and leaves other words unchanged. */
export function wordToDigits(word: string): string {
  return word === 'one' ? '1' : String(numberWords.get(word) ?? word);
}

/** Factors convert to milliseconds or bytes. */
const units: ReadonlyMap<string, readonly [kind: 'time' | 'size' | 'share', factor: number]> = new Map([
  ...unit('time', 0.000001, 'ns nanosecond nanoseconds nanos'),
  ...unit('time', 0.001, 'us µs microsecond microseconds micros'),
  ...unit('time', 1, 'ms millisecond milliseconds millis msec'),
  ...unit('time', 1000, 's sec secs second seconds'),
  ...unit('time', 60_000, 'min mins minute minutes'),
  ...unit('time', 3_600_000, 'h hr hour hours'),
  ...unit('time', 86_400_000, 'day days'),
  ...unit('time', 604_800_000, 'week weeks'),
  ...unit('size', 0.125, 'bit bits'),
  ...unit('size', 1, 'byte bytes'),
  ...unit('size', 1024, 'kb kib kilobyte kilobytes kibibytes'),
  ...unit('size', 1_048_576, 'mb mib megabyte megabytes mebibytes'),
  ...unit('size', 1_073_741_824, 'gb gib gigabyte gigabytes gibibytes'),
  ...unit('share', 1, '% percent per-cent'),
]);

function unit(kind: 'time' | 'size' | 'share', factor: number, names: string) {
  return names.split(' ').map((name) => [name, [kind, factor] as const] as const);
}

interface ParsedNumber {
  readonly text: string;
  readonly value: string;
  /** The word after it, in lower case. */
  readonly next: string;
  /** Below zero, as in `-7`, and not the end of a range. */
  readonly isNegative: boolean;
}

/** A hyphen after a digit belongs to a range; after a letter it belongs to a name, which another check covers. */
const digits =
  /(?<![\p{L}\p{N}_.]|[\p{L}_][-#])(-(?<!\d-))?v?(\.?\d[\d_,]*(?:\.\d+)*)(?:[ -]?(%|[\p{L}µ]+(?:-\p{L}+)*))?/giu;
const words = new RegExp(
  String.raw`\b((?:(?:${[...numberWords.keys()].join('|')})(?:[ -](?=(?:${[...numberWords.keys()].join('|')})\b))?)+)\b(?:[ -]([\p{L}-]+))?`,
  'giu',
);

export function parseNumbers(text: string): readonly ParsedNumber[] {
  const written = Array.from(text.matchAll(digits), ([all, sign, value = '', next = '']) => ({
    text: all,
    value: plainNumber(value),
    next: next.toLowerCase(),
    isNegative: sign !== undefined,
  }));
  const spelled = Array.from(text.matchAll(words), ([all, value = '', next = '']) => ({
    text: all,
    value: String(valueOfWords(value)),
    next: next.toLowerCase(),
    isNegative: false,
  }));
  return [...written, ...spelled];
}

/** Normalizes `1,000`, `1_000` and `1000` to one value; a version keeps its dots. */
function plainNumber(value: string): string {
  const bare = value.replace(/[_,]+$/, '').replaceAll(/_|,(?=\d{3}\b)/g, '');
  return /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(bare) && bare.length < 16 ? String(Number(bare)) : bare;
}

function valueOfWords(text: string): number {
  let [sum, current] = [0, 0];
  for (const word of text.toLowerCase().split(/[ -]/)) {
    const value = numberWords.get(word) ?? 0;
    if (value < 100) current += value;
    else if (value === 100) current = Math.max(1, current) * 100;
    else [sum, current] = [sum + Math.max(1, current) * value, 0];
  }
  return sum + current;
}

/** The numbers in a text, and their units. */
interface NumberIndex {
  readonly values: ReadonlySet<string>;
  readonly withUnit: readonly { readonly value: number; readonly unit: string }[];
  readonly unitNames: ReadonlySet<string>;
  readonly negative: ReadonlySet<string>;
}

const cache = new WeakMap<CitedText, NumberIndex>();

function indexNumbers(cited: CitedText): NumberIndex {
  const found = cache.get(cited);
  if (found !== undefined) return found;
  const text = cited.text;
  const all = parseNumbers(text);
  const loose = Array.from(text.matchAll(/\d[\d_,]*(?:\.\d+)*/g), ([value]) => plainNumber(value));
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
    unitNames: new Set(text.toLowerCase().match(/[a-zµ]+|%/g) ?? []),
    negative: new Set(
      Array.from(text.matchAll(/(?:-\s?|\bminus |\bnegative )(\d[\d_,]*(?:\.\d+)*)/g), ([, value = '']) =>
        plainNumber(value),
      ),
    ),
  };
  cache.set(cited, index);
  return index;
}

/** An answer cites at most this many of the places that share a name. */
const maxPlacesCited = 4;
interface NumbersCited {
  /** The unchanged claim, in which counted names keep their order. */
  readonly text: string;
  readonly texts: readonly CitedText[];
  readonly cited: readonly AnyEvidence[];
}

/** @param prose the claim without line numbers and query counts */
export function checkNumbers(
  prose: string,
  parts: ClaimParts,
  { text, texts, cited }: NumbersCited,
): readonly ClaimCheck[] {
  const citesRecord = cited.some((one) => !isSpanEvidence(one) && !isAttachmentEvidence(one));
  let rest = prose.replace(/^\s*(?:[-*+]\s+)?\d{1,3}[.)]\s/, ' ');
  if (citesRecord) {
    for (const [day] of findDates(rest)) rest = rest.replace(day, ' ');
    rest = rest.replaceAll(/#\d{1,9}\b/g, ' ');
  }
  // "One of 7 called x": at most four namesakes are cited, so only the number of citations can be checked.
  rest = rest.replace(/\bone of (\d{1,6})(?: or more)? called\b/g, (all, total: string) => {
    const places = parts.citations.length;
    return Number(total) >= places && places >= Math.min(Number(total), maxPlacesCited) ? ' ' : all;
  });
  return parseNumbers(rest).map((number) => {
    const passed =
      texts.some((one) => isSupported(number, indexNumbers(one))) ||
      isCountOfClaim(number, { text, cited, citations: parts.citations.length });
    // The following word belongs to the number only if it is a unit.
    const stated = units.has(number.next)
      ? number.text
      : number.text.slice(0, -number.next.length || undefined);
    return {
      check: 'number',
      passed,
      detail: `${stated.replace(/[\s-]+$/, '').trim()} is ${passed ? '' : 'not '}in the cited lines.`,
    };
  });
}

function isSupported({ value, next, isNegative }: ParsedNumber, index: NumberIndex): boolean {
  if (isNegative && !index.negative.has(value)) return false;
  const stated = units.get(next);
  if (stated === undefined) return index.values.has(value);
  const isSame = index.withUnit.some((one) => {
    const [kind, factor] = units.get(one.unit) ?? [];
    return kind === stated[0] && Math.abs(one.value * (factor ?? 1) - Number(value) * stated[1]) < 1e-6;
  });
  if (isSame) return true;
  // The unit may appear elsewhere in the evidence, unless it belongs to another number or this number has another unit.
  const hasOther = index.withUnit.some((one) => String(one.value) === value);
  const hasSameUnit = index.withUnit.some((one) => {
    const [kind, factor] = units.get(one.unit) ?? [];
    return kind === stated[0] && factor === stated[1];
  });
  const hasUnit = [...units].some(
    ([name, [kind, factor]]) => kind === stated[0] && factor === stated[1] && index.unitNames.has(name),
  );
  return index.values.has(value) && !hasOther && !hasSameUnit && hasUnit;
}

/** Nouns whose number may count the claim's own names and quotations. */
const counted =
  /^(?:functions?|methods?|names?|places?|steps?|things?|calls?|definitions?|lines?|passages?|files?|parts?|values?|cases?|helpers?|classes|types?|quotations?|sources?|others?|kinds?|ways?|arguments?|parameters?|checks?|conditions?)$/;

/** Nouns whose number may equal the number of citations. */
const citable =
  /^(?:places?|passages?|files?|sources?|definitions?|parts?|functions?|methods?|classes|quotations?|others?|calls?)$/;
/** Words before a number that counts preceding names. */
const countsBefore = /(?:\b(?:are|were|these|those|the|all|as|of|both)|[,:(—–-])\s*$/i;

/** @param text the unchanged claim, in which counted names keep their order */
function isCountOfClaim(
  { text: number, value, next }: ParsedNumber,
  {
    text,
    cited,
    citations,
  }: { readonly text: string; readonly cited: readonly AnyEvidence[]; readonly citations: number },
): boolean {
  const stated = Number(value);
  if (next === 'lines' || next === 'line')
    return cited.some(
      (one) =>
        isSpanEvidence(one) &&
        (one.fileLines.length === stated || one.endLine - one.startLine + 1 === stated),
    );
  if (!counted.test(next) || stated < 1) return false;
  const at = text.indexOf(number.trim());
  const before = countsBefore.test(text.slice(0, at)) ? namesIn(text.slice(0, at)) : [];
  const named = [...before.flatMap((names) => [names, names - 1]), ...namesIn(text.slice(at))];
  return named.includes(stated) || (citable.test(next) && citations === stated);
}

/** Counts names and quotations. Paths do not count, because they state a place. */
function namesIn(text: string): readonly number[] {
  const { code, quotes } = parseClaim(text);
  const names = new Set(code.filter((name) => !/[\w.]\/\w|\.\w{1,6}$/.test(name)));
  return [names.size, quotes.length].filter((size) => size > 0);
}
