/**
 * A "model" that counts words in common. It parses the prompts that plan questions, choose files and order passages, and replies in JSON.
 * It has no understanding of language, so its quality says nothing about real models. It shows that the pipeline runs.
 */

const wordPattern = /[\p{L}\p{N}]+/gu;
const minWordLength = 3;
const maxFiles = 8;
const maxNames = 3;
const stopWords = new Set(
  'and are can does for from has have how into its not that the their them then they this was what when where which who why will with'.split(
    ' ',
  ),
);

/** Returns the reply to a prompt of one of the three kinds; undefined for any other prompt. */
export function overlapReply(prompt: string): string | undefined {
  const question = splitWords(findTagged(prompt, 'question').at(-1)?.text ?? '');
  const passages = findTagged(prompt, 'passage');
  if (passages.length > 0) {
    const order = rankByOverlap(passages, question, ({ text }) => text).map(({ id }) => Number(id));
    return JSON.stringify({ order });
  }
  const tree = findTagged(prompt, 'tree').at(-1)?.text;
  if (tree === undefined) return undefined;
  const names = findTagged(prompt, 'names').at(-1)?.text;
  if (names === undefined) {
    const lines = tree.split('\n').filter((line) => !/ \(\d+ files\)$/.test(line));
    const paths = rankByOverlap(lines, question, (line) => line).map((line) => line.split(' — ')[0] ?? line);
    return JSON.stringify({ paths: paths.slice(0, maxFiles) });
  }
  const questionText = findTagged(prompt, 'question').at(-1)?.text.trim() ?? '';
  const bestNames = rankByOverlap(names.trim().split(', '), question, (name) => name).slice(0, maxNames);
  return JSON.stringify({ query: [questionText, ...bestNames].join(' '), subQueries: [] });
}

export function findTagged(
  prompt: string,
  tag: string,
): readonly { readonly id: string; readonly text: string }[] {
  const tagged = new RegExp(`<${tag}(?: id="([^"]*)")?>\\n([\\s\\S]*?)\\n</${tag}>`, 'g');
  return [...prompt.matchAll(tagged)].map(([, id = '', text = '']) => ({ id, text }));
}

/** Returns the items that contain any of the words, best match first. Rare words count more, and the sort is stable. */
function rankByOverlap<Item>(
  items: readonly Item[],
  words: ReadonlySet<string>,
  getText: (item: Item) => string,
): readonly Item[] {
  const candidates = items.map((item) => ({
    item,
    shared: [...splitWords(getText(item))].filter((candidate) => words.has(candidate)),
  }));
  const counts = new Map<string, number>();
  for (const { shared } of candidates)
    for (const sharedWord of shared) counts.set(sharedWord, (counts.get(sharedWord) ?? 0) + 1);
  return candidates
    .map(({ item, shared }) => ({
      item,
      score: shared.reduce(
        (sum, sharedWord) => sum + Math.log(1 + items.length / (counts.get(sharedWord) ?? 1)),
        0,
      ),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** Splits a text into lowercase words and the words of compound names, without a final "s". */
function splitWords(text: string): ReadonlySet<string> {
  const parts = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
  const words = [...parts.matchAll(wordPattern)].map(([match]) => match.replace(/s$/, ''));
  return new Set(words.filter((candidate) => candidate.length >= minWordLength && !stopWords.has(candidate)));
}
