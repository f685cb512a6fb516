/** Extracts the prose of comments and docstrings, without markers and common indentation. */

import { truncateAtWord } from '../../core/text/truncate.ts';

/** Maximum documentation stored per symbol or chunk, in UTF-16 units. A citation links to the full text. */
export const maxDocumentationLength = 600;

/** These patterns match only the start of a comment: searching for its end would take quadratic time. */
const docstringStart = /^[rRbBuUfF]{0,2}("""|'''|"|')/;
const blockStart = /^(?:(\/\*)(?:\*+(?!\/)|!)?|(<!--)|(=begin)\b)/;
const linePrefix = /^\s*(?:\/\/[/!]?|#[:!]?|--|;+|\*\/|\/?\*+(?!\/))/;

/**
 * Number of characters read of a comment, so that a long comment costs no more. It is enough for the stored
 * text and its markers.
 */
const maxSourceLength = 4_000;

/** C# marks the parts of a comment with XML. */
const xmlTags = /<\/?(?:summary|remarks|para|value|example)>[ \t]*\n?/g;

/**
 * Returns the text without markers, line by line, at most `maxDocumentationLength` long.
 * @param source one comment or docstring, or several comments in consecutive lines.
 */
export function stripComment(source: string): string {
  const prose = stripMarkers(source.slice(0, maxSourceLength)).join('\n').replaceAll(xmlTags, '').trim();
  return truncateAtWord(prose, maxDocumentationLength);
}

function stripMarkers(source: string): string[] {
  const docstring = extractDocstring(source.trim());
  if (docstring !== undefined) return dedent(splitTrimmedLines(docstring), 1);
  const blockText = extractBlockComment(source.trim());
  if (blockText === undefined)
    return dedent(
      splitTrimmedLines(source).map((line) => line.replace(linePrefix, '')),
      0,
    );
  // A star at the start of a line is a marker only if every line has one.
  const lines = splitTrimmedLines(blockText);
  const isStarred = lines.slice(1, -1).every((line) => /^\s*(?:\*|$)/.test(line));
  return dedent(isStarred ? lines.map((line) => line.replace(/^\s*\*/, '')) : lines, 1);
}

function extractDocstring(source: string): string | undefined {
  const opening = docstringStart.exec(source);
  if (opening === null) return undefined;
  return removeSuffix(source.slice(opening[0].length), opening[1] ?? '');
}

function extractBlockComment(source: string): string | undefined {
  const opening = blockStart.exec(source);
  if (opening === null) return undefined;
  const rest = source.slice(opening[0].length);
  if (opening[2] !== undefined) return removeSuffix(rest, '-->');
  if (opening[3] !== undefined) return removeSuffix(rest, '\n=end');
  if (!rest.endsWith('*/')) return rest;
  let end = rest.length - 2;
  while (end > 0 && rest[end - 1] === '*') end -= 1;
  return rest.slice(0, end);
}

function removeSuffix(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function splitTrimmedLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => line.trimEnd());
}

/** Removes the indentation common to all lines from `from` on; earlier lines are trimmed. */
function dedent(lines: readonly string[], from: number): string[] {
  const indents = lines
    .slice(from)
    .filter((line) => line !== '')
    .map(indentWidth);
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line, index) =>
    index < from ? line.trim() : line.slice(Math.min(common, indentWidth(line))),
  );
}

function indentWidth(line: string): number {
  return line.length - line.trimStart().length;
}
