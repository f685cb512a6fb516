/**
 * Detects traits of a whole file: it re-exports other files' definitions, only declares them, or is marked
 * as deprecated.
 */

import type { FileTrait } from '../../core/files/file.ts';
import type { SyntaxDefinition, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';

/** Minimum fraction of a re-exporting file's characters that are imports and exports. */
const minReexportFraction = 0.6;
/** Maximum number of definitions in a re-exporting file. */
const maxOwnDefinitions = 2;
/** Minimum number of functions in a stub. A single function without a body proves nothing. */
const minDeclarations = 2;
/** Python's `...`, after an optional docstring. Empty braces are a function that does nothing. */
const emptyBody = /^[\s:]*(?:(?:"""[^]{0,300}?"""|'''[^]{0,300}?''')\s*)?\.\.\.\s*$/;
const maxEmptyBodyLength = 400;

export function detectCodeTraits(text: string, tree: SyntaxTree): readonly FileTrait[] {
  if (tree.hasError) return [];
  return [
    ...(isReexport(text, tree) ? (['reexport'] as const) : []),
    ...(isStub(text, tree) ? (['stub'] as const) : []),
  ];
}

function isReexport(text: string, tree: SyntaxTree): boolean {
  const modules = tree.definitions.filter(
    (definition) => definition.kind === 'module' && hasNoBody(definition),
  );
  const ownDefinitions = tree.definitions.length - modules.length;
  if (tree.imports.length + modules.length === 0 || ownDefinitions > maxOwnDefinitions) return false;
  const code = countVisibleCharacters(text) - measureRanges(text, tree.comments);
  const reexported = measureRanges(text, [...tree.imports, ...modules, ...findExportList(text)]);
  return code > 0 && reexported / code >= minReexportFraction;
}

/** Finds Python's first `__all__ = […]`: an export list is not code of the file's own. */
function findExportList(text: string): readonly SyntaxRange[] {
  const start = text.search(/^__all__\b/m);
  const end = start < 0 ? -1 : text.indexOf(text.slice(start, start + 100).includes('[') ? ']' : ')', start);
  return end < 0 ? [] : [{ start, end: end + 1 }];
}

function isStub(text: string, { definitions }: SyntaxTree): boolean {
  // Interface members never have a body.
  if (definitions.some(({ kind }) => kind === 'interface' || kind === 'trait')) return false;
  const functions = definitions.filter(({ kind }) => kind === 'function' || kind === 'method');
  return (
    functions.length >= minDeclarations &&
    functions.every((definition) => hasNoBody(definition) || isEmptyBody(text, definition)) &&
    !/\b(?:Protocol|ABC|abstractmethod|abstract)\b/.test(text)
  );
}

function hasNoBody({ bodyStart, end }: SyntaxDefinition): boolean {
  return bodyStart >= end;
}

function isEmptyBody(text: string, { bodyStart, end }: SyntaxDefinition): boolean {
  return end - bodyStart <= maxEmptyBodyLength && emptyBody.test(text.slice(bodyStart, end));
}

/** Counts visible characters in the ranges; overlaps count once. */
function measureRanges(text: string, ranges: readonly SyntaxRange[]): number {
  let [length, last] = [0, 0];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end > last) length += countVisibleCharacters(text.slice(Math.max(start, last), end));
    last = Math.max(last, end);
  }
  return length;
}

function countVisibleCharacters(text: string): number {
  return text.replaceAll(/\s+/g, '').length;
}

/** Number of characters and lines that are searched for a notice, which is in the header, after at most a license. */
const headerLength = 4_096;
const maxHeaderLines = 80;

const legacyNotice =
  /^(?:@?deprecated\b|obsolete\b|legacy\b)|\b(?:this|the) (?:file|module|package|folder|class|code|api)(?: is| has been|’s|'s)(?: now| only| kept| here)* (?:deprecated|obsolete|legacy|for backwards?[- ]compatibility)\b/i;

/** @param text the whole file. */
export function detectHeaderTraits(text: string): readonly FileTrait[] {
  const lines = readHeaderComments(text.slice(0, headerLength));
  return lines.some((line) => legacyNotice.test(line)) ? ['legacy'] : [];
}

const blockComments: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^\/\*+!?/, /\*\//],
  [/^<!--/, /-->/],
  [/^[rRbBuU]?"""/, /"""/],
  [/^[rRbBuU]?'''/, /'''/],
  [/^\(\*/, /\*\)/],
  [/^=begin\b/, /^=end\b/],
];
const lineComment = /^(?:\/\/+!?|#+|--+|;+|%+|@rem\b|\.\. |\[\/\/\]: # \()/i;
/** Lines to ignore before and between a file's first comments. */
const skippedLine =
  /^(?:#!|<\?(?:php|xml)|['"]use \w+['"];?$|---$|package [\w.]+;?$|#pragma once|\{\{?[-%#])/;

/** Returns the comments before the first code, line by line, without their markers. */
function readHeaderComments(head: string): readonly string[] {
  const comments: string[] = [];
  let end: RegExp | undefined;
  for (const raw of head.split('\n', maxHeaderLines)) {
    const line = raw.trim();
    if (end !== undefined) {
      const isOver = end.test(line);
      comments.push(
        line
          .replace(end, '')
          .replace(/^\*+\s?/, '')
          .trim(),
      );
      if (isOver) end = undefined;
      continue;
    }
    if (line === '' || skippedLine.test(line)) continue;
    const block = blockComments.find(([start]) => start.test(line));
    if (block !== undefined) {
      const rest = line.replace(block[0], '');
      comments.push(rest.replace(block[1], '').replace(/^\*+/, '').trim());
      if (!block[1].test(rest)) end = block[1];
    } else if (lineComment.test(line)) comments.push(line.replace(lineComment, '').trim());
    else break;
  }
  return comments;
}
