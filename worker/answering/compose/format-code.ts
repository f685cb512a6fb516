/** Formats lines of a file as a code block. */

export function formatFence(text: string, language: string): string {
  const mark = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${mark}${language}\n${text.replace(/\s+$/, '')}\n${mark}`;
}

/** Removes the indentation that all lines share. */
export function dedent(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0] ?? '');
  const shared = indents.reduce((common, indent) => {
    let length = 0;
    while (length < common.length && common[length] === indent[length]) length += 1;
    return common.slice(0, length);
  }, indents[0] ?? '');
  return lines.map((line) => line.slice(line.trim() === '' ? line.length : shared.length)).join('\n');
}
