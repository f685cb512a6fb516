/** Separates the lines of a span by form: prose from samples and headings, code from comments and imports. */

/** Removes front matter, headings, samples, tables, directives and list markers. Paragraph breaks stay. */
export function extractProse(text: string): string {
  const output: string[] = [];
  let isFenced = false;
  const lines = text.split('\n');
  const frontMatterLines = countFrontMatterLines(lines);
  for (const [index, line] of lines.entries()) {
    if (index < frontMatterLines) continue;
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    else if (!isFenced && !isMarkupLine(line, lines[index + 1] ?? ''))
      output.push(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, ''));
    else output.push('');
  }
  return output.join('\n');
}

/** Returns the number of front matter lines at the beginning. */
export function countFrontMatterLines(lines: readonly string[]): number {
  if (!/^---\s*$/.test(lines[0] ?? '')) return 0;
  return lines.findIndex((line, at) => at > 0 && /^---\s*$/.test(line)) + 1;
}

const markupPatterns = [
  /^\s*#{1,6}\s/,
  // Table rows, underlines and rules.
  /^\s*[|+]/,
  /^\s*[=~^*_`'"#.:-]{3,}\s*$/,
  // reStructuredText directives, fields and targets; Markdown tags and images.
  /^\s*(?:\.\. |:[\w -]+:|<|!\[|\[!)/,
  // Indented samples and prompts.
  /^(?: {4,}|\t)/,
  /^\s*(?:>>>|\$ |% )/,
];

export function isUnderlined(line: string, next: string): boolean {
  return line.trim() !== '' && /^\s*([=~^"'`#*+-])\1{2,}\s*$/.test(next);
}

export function isMarkupLine(line: string, next: string): boolean {
  return isUnderlined(line, next) || markupPatterns.some((form) => form.test(line));
}

const importLine =
  /^(?:import\b|from\b.*\bimport\b|use\b|using\b|package\b|#include\b|require\b|export \* |export (?:type )?\{|(?:const|let|var)\b[^=]*= *require\()/;
/** An import list that closes on a later line. */
const openList = /[({](?=[^(){}]*$)/;

/** Returns code lines with their index. Omits comments, docstrings and imports, including multi-line import lists. */
export function codeLines(text: string): readonly { readonly index: number; readonly text: string }[] {
  const output: { index: number; text: string }[] = [];
  let closing: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (closing !== undefined) {
      if (trimmed.includes(closing)) closing = undefined;
      continue;
    }
    const opened = /^(?:[rbuf]{0,2}("""|''')|(\/\*)|(<!--))/i.exec(trimmed);
    if (opened !== null) {
      const end = opened[1] ?? (opened[2] === undefined ? '-->' : '*/');
      if (!trimmed.slice(opened[0].length).includes(end)) closing = end;
      continue;
    }
    if (/^(?:\/\/|#(?!include)|\*|--|;|<!--)/.test(trimmed)) continue;
    if (importLine.test(trimmed)) {
      const list = openList.exec(trimmed)?.[0];
      closing = list === undefined ? undefined : list === '(' ? ')' : '}';
      continue;
    }
    output.push({ index, text: trimmed });
  }
  return output;
}

/** Returns the comment or docstring that opens a file, without comment markers. */
export function extractHeadComment(text: string): string {
  const match =
    /^(?:#!.*\n)?\s*(?:\/\*\*?([\s\S]*?)\*\/|"""([\s\S]*?)"""|'''([\s\S]*?)'''|((?:(?:\/\/|#).*\n)+))/.exec(
      text,
    );
  const comment = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4] ?? '';
  return comment.replace(/^[ \t]*(?:\*|\/\/[/!]?|#)[ \t]?/gm, '').trim();
}
