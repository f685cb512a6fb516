/** Parses the numbers in a text, written in digits or words, with the word that follows and its unit. */

const numberWords = new Map(
  `zero 0, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17,
   eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, hundred 100, thousand 1000, million 1000000, dozen 12`
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([word = '', value = '']) => [word, Number(value)] as const),
);

/** Units by name; factors convert to milliseconds or bytes. */
export const units: ReadonlyMap<string, readonly [kind: 'time' | 'size' | 'fraction', factor: number]> =
  new Map([
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
    ...unit('fraction', 1, '% percent per-cent'),
  ]);

function unit(kind: 'time' | 'size' | 'fraction', factor: number, names: string) {
  return names.split(' ').map((name) => [name, [kind, factor] as const] as const);
}

export interface ParsedNumber {
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
    value: normalizeNumber(value),
    next: next.toLowerCase(),
    isNegative: sign !== undefined,
  }));
  const spelled = Array.from(text.matchAll(words), ([all, value = '', next = '']) => ({
    text: all,
    value: String(parseNumberWords(value)),
    next: next.toLowerCase(),
    isNegative: false,
  }));
  return [...written, ...spelled];
}

/** Normalizes `1,000`, `1_000` and `1000` to one value; a version keeps its dots. */
export function normalizeNumber(value: string): string {
  const bare = value.replace(/[_,]+$/, '').replaceAll(/_|,(?=\d{3}\b)/g, '');
  return /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(bare) && bare.length < 16 ? String(Number(bare)) : bare;
}

function parseNumberWords(text: string): number {
  let [sum, current] = [0, 0];
  for (const word of text.toLowerCase().split(/[ -]/)) {
    const value = numberWords.get(word) ?? 0;
    if (value < 100) current += value;
    else if (value === 100) current = Math.max(1, current) * 100;
    else [sum, current] = [sum + Math.max(1, current) * value, 0];
  }
  return sum + current;
}
