/**
 * Converts paths of any language to dotted paths: `crate::a::b`, `this->x`, `a?.b!`, `Foo<T>::new(x)` become `crate.a.b`, `this.x`, `a.b`,
 * `Foo.new()`. Type arguments and the arguments of calls are dropped. Anything else becomes the empty string.
 */

import { skipBalanced } from './skip-balanced.ts';

interface Reader {
  readonly text: string;
  /** Whether brackets after a name are type arguments instead of an index. */
  readonly readsTypes: boolean;
  position: number;
  path: string;
}

const prefixes =
  /(?:\s+|[&*]|'\w+\s|(?:await|const|dyn|enum|final|impl|mut|new|readonly|ref|struct|volatile)\s+|::|\\)*/uy;
const name = /[\p{L}_$#@][\p{L}\p{N}\p{M}_$]*/uy;
const separator = /\s*(?:[?!]*\.(?:\s*await\b\s*[?!]*(?:\.|$))?|::|\\)\s*|->/uy;
/** Suffixes that do not change what a path refers to: TypeScript's `!`, Rust's `?` and `.await`, C's `*` and `&` after a type. */
const ending = /[\s?!*&]*(?:const\b[\s*&]*)?$/uy;
/** Matches a type or class without a name, which starts like a construction but is not a path. */
const unnamedType = /(?:class|interface|map|struct)\s*[[{]/uy;

/** @returns the path of an expression; segments that are called end in `()`, and `new Foo(x)` is `Foo()` too */
export function dottedPath(text: string): string {
  const { path, isConstruction } = read({ text, readsTypes: false, position: 0, path: '' });
  return isConstruction && path !== '' && !path.includes('()') ? `${path}()` : path;
}

/** @returns the path of a type, or of an expression that constructs or returns one: `Foo` for `new Foo(x)` and `&Foo{}`, `make()` for `make(x)` */
export function dottedTypePath(text: string): string {
  const { path, isConstruction } = read({ text, readsTypes: true, position: 0, path: '' });
  return isConstruction && path.indexOf('()') === path.length - 2 ? path.slice(0, -2) : path;
}

function read(reader: Reader): { path: string; isConstruction: boolean } {
  const prefix = readMatch(reader, prefixes);
  const isPath = readFirstSegment(reader) && readSuffixes(reader) && readRemainingSegments(reader);
  return { path: isPath ? reader.path : '', isConstruction: /\bnew\s/.test(prefix) };
}

function readRemainingSegments(reader: Reader): boolean {
  while (reader.position < reader.text.length) {
    if (readMatch(reader, ending) !== '') return true;
    const separatorText = readMatch(reader, separator);
    if (separatorText === '') return false;
    if (reader.position === reader.text.length) return separatorText.includes('await');
    // `a?.(x)` calls `a`.
    const isCall = separatorText.includes('?') && reader.text[reader.position] === '(';
    if (!isCall && !readName(reader)) return false;
    if (!readSuffixes(reader)) return false;
  }
  return true;
}

/** Reads a name, or a path in parentheses. */
function readFirstSegment(reader: Reader): boolean {
  const { text, position } = reader;
  if (text[position] !== '(') return readMatch(reader, unnamedType) === '' && readName(reader);
  const end = skipBalanced(text, position);
  if (end === -1) return false;
  reader.path = dottedPath(text.slice(position + 1, end - 1));
  reader.position = end;
  return reader.path !== '';
}

function readName(reader: Reader): boolean {
  const segment = readMatch(reader, name);
  reader.path += (reader.path === '' ? '' : '.') + segment;
  return segment !== '';
}

/** Reads type arguments, and one call or literal. */
function readSuffixes(reader: Reader): boolean {
  readMatch(reader, /\s*!?(?=\s*[([{<]|::\s*<)/uy);
  readMatch(reader, /\s*(?:::)?\s*(?=[([{<])/uy);
  if (!readTypeArguments(reader)) return false;
  readMatch(reader, /\s*(?=[({])/uy);
  const { text, position } = reader;
  if (text[position] !== '(' && text[position] !== '{') return text[position] !== '[';
  const end = skipBalanced(text, position);
  if (end === -1 || reader.path.endsWith('()')) return false;
  reader.position = end;
  if (text[position] === '(' || !reader.readsTypes) reader.path += '()';
  return true;
}

function readTypeArguments(reader: Reader): boolean {
  const { text, position, readsTypes } = reader;
  const isAngled = text[position] === '<';
  if (!isAngled && !(readsTypes && text[position] === '[')) return true;
  const end = skipBalanced(text, position);
  if (end === -1) return false;
  // `Foo[]` and `Foo['key']` are other types than `Foo`, and `handlers[0]` is not a type.
  if (!isAngled && !/^\s*[^\s"'`\d]/.test(text.slice(position + 1, end - 1))) return false;
  reader.position = end;
  return true;
}

/** Reads the match of a sticky expression at the current position; empty without a match. */
function readMatch(reader: Reader, expression: RegExp): string {
  expression.lastIndex = reader.position;
  const match = expression.exec(reader.text)?.[0] ?? '';
  reader.position += match.length;
  return match;
}
