/** Whether a question says the name of what it looks for, so that finding it takes no more than a search for the word. */

const minStem = 3;

/** Whether the name of one of the files, without folder and ending, is a word of the question. */
export function namesFileStem(query: string, paths: readonly string[]): boolean {
  const words = wordsOf(query);
  return paths.some((path) => {
    const stem = path
      .slice(path.lastIndexOf('/') + 1)
      .replace(/\..*$/, '')
      .toLowerCase();
    return stem.length >= minStem && words.has(stem);
  });
}

export function namesSymbol(query: string, names: readonly string[]): boolean {
  const words = wordsOf(query);
  return names.some((name) => words.has(name.toLowerCase()));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .match(/[\p{L}_][\p{L}\p{N}_-]*/gu)
      ?.flatMap((word) => [word, ...word.split('-')]),
  );
}
