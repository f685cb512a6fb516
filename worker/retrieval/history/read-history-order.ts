/** Reads which change a question asks for by its place in time: the newest, the oldest, the second newest and so on. */

export interface HistoryOrder {
  readonly from: 'newest' | 'oldest';
  /** 1 is the newest or oldest itself. */
  readonly position: number;
}

const ordinals = [
  ['first', '1st', 'one'],
  ['second', '2nd', 'two'],
  ['third', '3rd', 'three'],
  ['fourth', '4th', 'four'],
  ['fifth', '5th', 'five'],
  ['sixth', '6th', 'six'],
  ['seventh', '7th', 'seven'],
  ['eighth', '8th', 'eight'],
  ['ninth', '9th', 'nine'],
  ['tenth', '10th', 'ten'],
] as const;
const ordinalWord = ordinals.map(([name, digits]) => `${name}|${digits}`).join('|');
const cardinalWord = `${ordinals.map(([, , count]) => count).join('|')}|\\d{1,2}`;
const newest = '(?:most[- ]recent(?:ly)?|newest|latest|last|freshest)';
const oldest = '(?:oldest|earliest|first)';
const change =
  '(?:changes?|commits?|edits?|updates?|modifications?|revisions?|versions?|touch|one|entry|pull requests?|prs?|patch|change ?sets?)';

/** Counts from the newest: "second to last", "3rd newest". */
const ordinalFromNewest = new RegExp(
  `\\b(${ordinalWord})[- ](?:${newest}|(?:to|from|before)[- ](?:the[- ])?(?:last|latest|end))\\b`,
  'i',
);
const ordinalFromOldest = new RegExp(
  `\\b(${ordinalWord})[- ](?:(?:oldest|earliest)\\b|(?:ever )?(?:\\w+ )?${change}\\b)`,
  'i',
);
/** The one before the newest, in the forms that use no number. */
const beforeNewest = new RegExp(
  [
    '\\bpenultimate\\b',
    `\\b${newest}[- ]but[- ]one\\b`,
    '\\bnext[- ]to[- ](?:the[- ])?last\\b',
    `\\b(?:previous|prior|preceding)\\s+${change}\\b`,
    `\\b(?:before|prior to|preceding|ahead of)\\s+(?:the\\s+|its\\s+|their\\s+)?(?:very\\s+)?${newest}\\b`,
    `\\b${newest}\\b.{0,60}\\b(?:one|commit|change|edit|update)\\s+(?:right |just |immediately |directly )?(?:before|preceding|prior to)\\b`,
    `\\b(?:before|preceding|prior to) (?:that|it|this)\\b.{0,40}\\bnot\\b.{0,20}\\b${newest}\\b`,
  ].join('|'),
  'i',
);
const countBeforeNewest = new RegExp(
  `\\b(${cardinalWord})\\s+(?:(?:changes?|commits?|edits?)\\s+)?before\\s+(?:the\\s+)?${newest}\\b`,
  'i',
);
const anyNewest = new RegExp(`\\b(?:${newest}|recent(?:ly)?|git log -1)\\b`, 'i');
/** Not "at first", and not "first" at the end of a sentence, which order steps of the code. */
const anyOldest = new RegExp(
  `\\b(?:(?:very |the )?${oldest}(?: ever)?|first[- ]ever|initial(?:ly)?|original(?:ly)?|originate[sd]?|origins?)\\b`,
  'i',
);

/** @returns undefined if the question names no place in time */
export function readHistoryOrder(text: string): HistoryOrder | undefined {
  const before = countBeforeNewest.exec(text)?.[1];
  if (before !== undefined) return { from: 'newest', position: readCount(before) + 1 };
  const fromNewest = ordinalFromNewest.exec(text)?.[1];
  if (fromNewest !== undefined) return { from: 'newest', position: readOrdinal(fromNewest) };
  if (beforeNewest.test(text)) return { from: 'newest', position: 2 };
  const fromOldest = ordinalFromOldest.exec(text)?.[1];
  if (fromOldest !== undefined && readOrdinal(fromOldest) > 1)
    return { from: 'oldest', position: readOrdinal(fromOldest) };
  if (anyNewest.test(text)) return { from: 'newest', position: 1 };
  return anyOldest.test(text) ? { from: 'oldest', position: 1 } : undefined;
}

function readOrdinal(word: string): number {
  const index = ordinals.findIndex(([name, digits]) =>
    [name, digits].some((one) => one === word.toLowerCase()),
  );
  return Math.max(0, index) + 1;
}

function readCount(word: string): number {
  const index = ordinals.findIndex(([, , count]) => count === word.toLowerCase());
  return index < 0 ? Number(word) : index + 1;
}
