/** Separates the lines of a span by form: prose from samples and headings, code from comments and imports. */

/** Prose with front matter, headings, samples, tables and directives left out and list markers dropped; paragraphs stay apart. */
export function extractProse(text: string): string {
  const kept: string[] = [];
  let isFenced = false;
  const lines = text.split('\n');
  const front = countFrontMatterLines(lines);
  for (const [index, line] of lines.entries()) {
    if (index < front) continue;
    if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced;
    else if (!isFenced && !isMarkupLine(line, lines[index + 1] ?? ''))
      kept.push(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, ''));
    else kept.push('');
  }
  return kept.join('\n');
}

/** How many lines at the beginning are front matter. */
export function countFrontMatterLines(lines: readonly string[]): number {
  if (!/^---\s*$/.test(lines[0] ?? '')) return 0;
  return lines.findIndex((line, at) => at > 0 && /^---\s*$/.test(line)) + 1;
}

const furniture = [
  /^\s*#{1,6}\s/,
  // A table's row, an underline, a rule.
  /^\s*[|+]/,
  /^\s*[=~^*_`'"#.:-]{3,}\s*$/,
  // Directives, fields and targets of reStructuredText; tags and images of Markdown.
  /^\s*(?:\.\. |:[\w -]+:|<|!\[|\[!)/,
  // A sample shown by its indent, or a prompt.
  /^(?: {4,}|\t)/,
  /^\s*(?:>>>|\$ |% )/,
];

export function isUnderlined(line: string, next: string): boolean {
  return line.trim() !== '' && /^\s*([=~^"'`#*+-])\1{2,}\s*$/.test(next);
}

export function isMarkupLine(line: string, next: string): boolean {
  return isUnderlined(line, next) || furniture.some((form) => form.test(line));
}

const importLine =
  /^(?:import\b|from\b.*\bimport\b|use\b|using\b|package\b|#include\b|require\b|export \* |export (?:type )?\{|(?:const|let|var)\b[^=]*= *require\()/;
/** A list that an import opens and a later line closes. */
const openList = /[({](?=[^(){}]*$)/;

/** Lines of code with their place in the text, comments, docstrings and imports left out, lists of imported names included. */
export function codeLines(text: string): readonly { readonly index: number; readonly text: string }[] {
  const kept: { index: number; text: string }[] = [];
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
    kept.push({ index, text: trimmed });
  }
  return kept;
}
