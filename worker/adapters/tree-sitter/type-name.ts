/** A type as written, or an expression that tells one, to the one type it names. */

import { dottedTypePath } from './dotted-path.ts';
import { splitOutside } from './skip-balanced.ts';

/** They hold one thing, which is used as if they were not there. */
const wrappers = new RegExp(
  `^(?:[\\w.:]*[.:])?(?:${[
    'Annotated Awaitable ClassVar Coroutine Final InitVar NotRequired Optional Required Type Union type',
    'Arc Box NonNullable Option Partial Pin Promise PromiseLike Rc Readonly shared_ptr unique_ptr',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\s*(?:<(?<angled>[\\s\\S]*)>|\\[(?<squared>[\\s\\S]*)\\])$`,
);
const nothing = new Set(['', 'None', 'nil', 'null', 'undefined']);
/** Of `Coroutine[Any, Any, Foo]` the last counts. */
const lastCounts = /^[\w.]*Coroutine/;
/** Wrappers in wrappers read. */
const maxDepth = 6;

/** @returns undefined for lists, unions of several types, functions and whatever else is not one named type. */
export function typeName(written: string, depth = 0): string | undefined {
  const text = unquoted(written.replace(/^\s*(?::|->)\s*/, '').trim());
  const parts = splitOutside(text, '|').filter((part) => !nothing.has(part));
  const [only] = parts;
  if (only === undefined || parts.length > 1 || depth > maxDepth) return undefined;
  // What a name that is waited for gives is not of a type called so.
  if (/^await\s/.test(only) && !only.includes('(')) return undefined;
  const plain = only.replace(/^(?:[&*\s]|'\w+\s|mut\s)+/, '');
  const wrapped = wrappers.exec(plain)?.groups;
  const inner = wrapped?.['angled'] ?? wrapped?.['squared'];
  if (inner !== undefined) return typeName(innerType(plain, inner), depth + 1);
  const path = dottedTypePath(/^(?:dyn|impl)\s/.test(plain) ? (splitOutside(plain, '+')[0] ?? '') : plain);
  return path === '' ? undefined : path;
}

function innerType(whole: string, inner: string): string {
  const parts = splitOutside(inner, ',');
  if (lastCounts.test(whole)) return parts.at(-1) ?? '';
  return /^[\w.]*Union/.test(whole) ? parts.join('|') : (parts[0] ?? '');
}

/** Python writes types that are not known yet as strings. */
function unquoted(text: string): string {
  return /^(["'])[^"'\n]*\1$/.test(text) ? text.slice(1, -1) : text;
}
