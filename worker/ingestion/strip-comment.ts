/** Documentation as prose: comments and docstrings without their markers and common indentation. */

import { shorten } from './shorten.ts';

/** Longest documentation kept for a symbol or chunk, in UTF-16 units; the whole is a citation away. */
export const maxDocumentation = 600;

const openers = /^\s*(?:[rRbBuUfF]{0,2}(?:"""|'''|"|')|\/\*+!?|<!--|=begin\b|\{-)/;
const closers = /(?:"""|'''|"|'|\*+\/|-->|^=end|-\})\s*$/;
const linePrefix = /^\s*(?:\/\/[/!]?|#[:!]?|\*(?!\/)|--|;+)(?: |$|(?=\S))/;

/** C# marks the parts of a comment with XML. */
const xmlTags = /<\/?(?:summary|remarks|para|value|example)>[ \t]*\n?/g;

/**
 * Text without markers, lines kept apart, no longer than `maxDocumentation`.
 * @param source one comment, or several in consecutive lines.
 */
export function stripComment(source: string): string {
  const isBlock = openers.test(source);
  const bare = isBlock ? source.trim().replace(openers, '').replace(closers, '') : source;
  const lines = bare
    .split(/\r?\n/)
    .map((line, index) => (isBlock && index === 0 ? line.trim() : bareLine(line, source)));
  return shorten(dedent(lines).join('\n').replaceAll(xmlTags, '').trim(), maxDocumentation);
}

/** In a block comment only a leading `*` is a marker; docstrings have none. */
function bareLine(line: string, source: string): string {
  if (/^\s*[rRbBuUfF]{0,2}["']/.test(source) || source.startsWith('=begin')) return line.trimEnd();
  return line.replace(linePrefix, '').trimEnd();
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.length - line.trimStart().length);
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line, index) =>
    index === 0 ? line.trim() : line.slice(Math.min(common, line.length - line.trimStart().length)),
  );
}
