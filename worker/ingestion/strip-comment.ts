/** Documentation as prose: comments and docstrings without their markers and common indentation. */

import { shorten } from './shorten.ts';

/** Longest documentation kept for a symbol or chunk, in UTF-16 units; the whole is a citation away. */
export const maxDocumentation = 600;

/** Only what opens a comment is a pattern: one that reached for its end would cost the square of its length. */
const docstring = /^[rRbBuUfF]{0,2}("""|'''|"|')/;
const block = /^(?:(\/\*)(?:\*+(?!\/)|!)?|(<!--)|(=begin)\b)/;
const linePrefix = /^\s*(?:\/\/[/!]?|#[:!]?|--|;+|\*\/|\/?\*+(?!\/))/;

/** Read of a comment, so that a long one costs no more; enough for what is kept, markers included. */
const maxRead = 4_000;

/** C# marks the parts of a comment with XML. */
const xmlTags = /<\/?(?:summary|remarks|para|value|example)>[ \t]*\n?/g;

/**
 * Text without markers, lines kept apart, no longer than `maxDocumentation`.
 * @param source one comment or docstring, or several comments in consecutive lines.
 */
export function stripComment(source: string): string {
  const prose = bareLines(source.slice(0, maxRead)).join('\n').replaceAll(xmlTags, '').trim();
  return shorten(prose, maxDocumentation);
}

function bareLines(source: string): string[] {
  const quoted = insideDocstring(source.trim());
  if (quoted !== undefined) return dedent(linesOf(quoted), 1);
  const inside = insideBlock(source.trim());
  if (inside === undefined)
    return dedent(
      linesOf(source).map((line) => line.replace(linePrefix, '')),
      0,
    );
  // A star at the start of a line is a marker only where every line has one.
  const lines = linesOf(inside);
  const isStarred = lines.slice(1, -1).every((line) => /^\s*(?:\*|$)/.test(line));
  return dedent(isStarred ? lines.map((line) => line.replace(/^\s*\*/, '')) : lines, 1);
}

function insideDocstring(source: string): string | undefined {
  const opened = docstring.exec(source);
  if (opened === null) return undefined;
  return withoutEnd(source.slice(opened[0].length), opened[1] ?? '');
}

function insideBlock(source: string): string | undefined {
  const opened = block.exec(source);
  if (opened === null) return undefined;
  const rest = source.slice(opened[0].length);
  if (opened[2] !== undefined) return withoutEnd(rest, '-->');
  if (opened[3] !== undefined) return withoutEnd(rest, '\n=end');
  if (!rest.endsWith('*/')) return rest;
  let end = rest.length - 2;
  while (end > 0 && rest[end - 1] === '*') end -= 1;
  return rest.slice(0, end);
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trimEnd());
}

/** Takes off the indentation that all lines share; those before `from` have none to share. */
function dedent(lines: readonly string[], from: number): string[] {
  const indents = lines
    .slice(from)
    .filter((line) => line !== '')
    .map(indentOf);
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line, index) =>
    index < from ? line.trim() : line.slice(Math.min(common, indentOf(line))),
  );
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
