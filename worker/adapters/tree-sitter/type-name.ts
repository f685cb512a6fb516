/** Reduces a type annotation, or an expression that determines a type, to the name of a single type. */

import { dottedTypePath } from './dotted-path.ts';
import { splitOutside } from './skip-balanced.ts';

/** Matches wrapper types, which are replaced by their content. */
const wrappers = new RegExp(
  `^(?:[\\w.:]*[.:])?(?:${[
    'Annotated Awaitable ClassVar Coroutine Final InitVar NotRequired Optional Required Type Union type',
    'Arc Box NonNullable Option Partial Pin Promise PromiseLike Rc Readonly shared_ptr unique_ptr',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\s*(?:<(?<angled>[\\s\\S]*)>|\\[(?<squared>[\\s\\S]*)\\])$`,
);
const emptyTypes = new Set(['', 'None', 'nil', 'null', 'undefined']);
/** Matches wrappers whose last argument counts, as in `Coroutine[Any, Any, Foo]`. */
const lastCounts = /^[\w.]*Coroutine/;
/** Maximum nesting of wrappers. */
const maxDepth = 6;

/** @returns undefined for lists, unions of several types, functions and anything else that is not one named type */
export function typeName(written: string, depth = 0): string | undefined {
  const text = unquoted(written.replace(/^\s*(?::|->)\s*/, '').trim());
  const parts = splitOutside(text, '|').filter((part) => !emptyTypes.has(part));
  const [only] = parts;
  if (only === undefined || parts.length > 1 || depth > maxDepth) return undefined;
  // The result of awaiting a variable does not have a type named like the variable.
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

/** Python writes forward references to types as strings. */
function unquoted(text: string): string {
  return /^(["'])[^"'\n]*\1$/.test(text) ? text.slice(1, -1) : text;
}
