/**
 * A "model" that counts words in common: it reads the prompts by which questions are planned, files picked and passages ordered, and
 * answers them in JSON. It knows no language, so what it is worth says nothing of real models; it shows that all of it runs.
 */

const word = /[\p{L}\p{N}]+/gu;
const shortestWord = 3;
const mostFiles = 8;
const mostNames = 3;
const stopWords = new Set(
  'and are can does for from has have how into its not that the their them then they this was what when where which who why will with'.split(
    ' ',
  ),
);

/** What it answers to a prompt of any of the three; undefined to any other. */
export function overlapReply(prompt: string): string | undefined {
  const question = wordsOf(inTags(prompt, 'question').at(-1)?.text ?? '');
  const passages = inTags(prompt, 'passage');
  if (passages.length > 0) {
    const order = likest(passages, question, ({ text }) => text).map(({ id }) => Number(id));
    return JSON.stringify({ order });
  }
  const tree = inTags(prompt, 'tree').at(-1)?.text;
  if (tree === undefined) return undefined;
  const names = inTags(prompt, 'names').at(-1)?.text;
  if (names === undefined) {
    const lines = tree.split('\n').filter((line) => !/ \(\d+ files\)$/.test(line));
    const paths = likest(lines, question, (line) => line).map((line) => line.split(' — ')[0] ?? line);
    return JSON.stringify({ paths: paths.slice(0, mostFiles) });
  }
  const told = inTags(prompt, 'question').at(-1)?.text.trim() ?? '';
  const more = likest(names.trim().split(', '), question, (name) => name).slice(0, mostNames);
  return JSON.stringify({ query: [told, ...more].join(' '), subQueries: [] });
}

export function inTags(
  prompt: string,
  tag: string,
): readonly { readonly id: string; readonly text: string }[] {
  const tagged = new RegExp(`<${tag}(?: id="([^"]*)")?>\\n([\\s\\S]*?)\\n</${tag}>`, 'g');
  return [...prompt.matchAll(tagged)].map(([, id = '', text = '']) => ({ id, text }));
}

/** Those that hold any of the words, those that hold the rarest first; of equals the first. */
function likest<Item>(
  items: readonly Item[],
  words: ReadonlySet<string>,
  textOf: (item: Item) => string,
): readonly Item[] {
  const read = items.map((item) => ({
    item,
    held: [...wordsOf(textOf(item))].filter((one) => words.has(one)),
  }));
  const counts = new Map<string, number>();
  for (const { held } of read) for (const one of held) counts.set(one, (counts.get(one) ?? 0) + 1);
  return read
    .map(({ item, held }) => ({
      item,
      score: held.reduce((sum, one) => sum + Math.log(1 + items.length / (counts.get(one) ?? 1)), 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** Words and their parts, without the plural's end. */
function wordsOf(text: string): ReadonlySet<string> {
  const parts = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
  const words = [...parts.matchAll(word)].map(([found]) => found.replace(/s$/, ''));
  return new Set(words.filter((one) => one.length >= shortestWord && !stopWords.has(one)));
}
