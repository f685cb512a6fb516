/** What a syntax tree tells of a whole file: that it passes on what other files define, or declares what others hold. */

import type { FileTrait } from '../core/file.ts';
import type { SyntaxDefinition, SyntaxRange, SyntaxTree } from '../ports/parser.ts';

/** Share of a file's code, by its characters, that imports and exports make up in one that mostly passes on. */
const reexportingFrom = 0.6;
/** Definitions of its own such a file has at most. */
const fewDefinitions = 2;
/** Fewer functions without bodies tell nothing: a file may declare one and define the rest elsewhere. */
const leastDeclared = 2;
/** `...` of Python, which a docstring may stand before. Braces without anything in them are a function that does nothing. */
const emptyBody = /^[\s:]*(?:(?:"""[^]{0,300}?"""|'''[^]{0,300}?''')\s*)?\.\.\.\s*$/;
const maxBody = 400;

export function codeTraits(text: string, tree: SyntaxTree): readonly FileTrait[] {
  if (tree.hasError) return [];
  return [
    ...(isReexport(text, tree) ? (['reexport'] as const) : []),
    ...(isStub(text, tree) ? (['stub'] as const) : []),
  ];
}

function isReexport(text: string, tree: SyntaxTree): boolean {
  const modules = tree.definitions.filter((one) => one.kind === 'module' && isBodiless(one));
  const own = tree.definitions.length - modules.length;
  if (tree.imports.length + modules.length === 0 || own > fewDefinitions) return false;
  const code = visible(text) - lengthOf(text, tree.comments);
  const passedOn = lengthOf(text, [...tree.imports, ...modules, ...listOfNames(text)]);
  return code > 0 && passedOn / code >= reexportingFrom;
}

/** `__all__ = […]` of Python, the first: a list of what is exported is no code of its own. */
function listOfNames(text: string): readonly SyntaxRange[] {
  const start = text.search(/^__all__\b/m);
  const end = start < 0 ? -1 : text.indexOf(text.slice(start, start + 100).includes('[') ? ']' : ')', start);
  return end < 0 ? [] : [{ start, end: end + 1 }];
}

function isStub(text: string, { definitions }: SyntaxTree): boolean {
  // What an interface asks for has no body anywhere.
  if (definitions.some(({ kind }) => kind === 'interface' || kind === 'trait')) return false;
  const functions = definitions.filter(({ kind }) => kind === 'function' || kind === 'method');
  return (
    functions.length >= leastDeclared &&
    functions.every((one) => isBodiless(one) || isEmptyBody(text, one)) &&
    !/\b(?:Protocol|ABC|abstractmethod|abstract)\b/.test(text)
  );
}

function isBodiless({ bodyStart, end }: SyntaxDefinition): boolean {
  return bodyStart >= end;
}

function isEmptyBody(text: string, { bodyStart, end }: SyntaxDefinition): boolean {
  return end - bodyStart <= maxBody && emptyBody.test(text.slice(bodyStart, end));
}

/** Characters other than white space in the ranges, what several hold counted once. */
function lengthOf(text: string, ranges: readonly SyntaxRange[]): number {
  let [length, last] = [0, 0];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end > last) length += visible(text.slice(Math.max(start, last), end));
    last = Math.max(last, end);
  }
  return length;
}

function visible(text: string): number {
  return text.replaceAll(/\s+/g, '').length;
}
