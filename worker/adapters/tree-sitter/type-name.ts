/** Reduces a type annotation, or an expression that determines a type, to the name of a single type. */

import { dottedTypePath } from './dotted-path.ts';
import { splitOutsideBrackets } from './skip-balanced.ts';

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
/** Matches wrappers whose last argument is the result type, as in `Coroutine[Any, Any, Foo]`. */
const lastArgumentWrappers = /^[\w.]*Coroutine/;
/** Maximum nesting of wrappers. */
const maxDepth = 6;

/** @returns undefined for lists, unions of several types, functions and anything else that is not one named type */
export function typeName(annotation: string, depth = 0): string | undefined {
  const text = removeQuotes(annotation.replace(/^\s*(?::|->)\s*/, '').trim());
  const parts = splitOutsideBrackets(text, '|').filter((part) => !emptyTypes.has(part));
  const [singleType] = parts;
  if (singleType === undefined || parts.length > 1 || depth > maxDepth) return undefined;
  // The result of awaiting a variable does not have a type named like the variable.
  if (/^await\s/.test(singleType) && !singleType.includes('(')) return undefined;
  const bareType = singleType.replace(/^(?:[&*\s]|'\w+\s|mut\s)+/, '');
  const wrapperGroups = wrappers.exec(bareType)?.groups;
  const wrapperArguments = wrapperGroups?.['angled'] ?? wrapperGroups?.['squared'];
  if (wrapperArguments !== undefined) return typeName(innerType(bareType, wrapperArguments), depth + 1);
  const path = dottedTypePath(
    /^(?:dyn|impl)\s/.test(bareType) ? (splitOutsideBrackets(bareType, '+')[0] ?? '') : bareType,
  );
  return path === '' ? undefined : path;
}

function innerType(wrapper: string, wrapperArguments: string): string {
  const parts = splitOutsideBrackets(wrapperArguments, ',');
  if (lastArgumentWrappers.test(wrapper)) return parts.at(-1) ?? '';
  return /^[\w.]*Union/.test(wrapper) ? parts.join('|') : (parts[0] ?? '');
}

/** Python writes forward references to types as strings. */
function removeQuotes(text: string): string {
  return /^(["'])[^"'\n]*\1$/.test(text) ? text.slice(1, -1) : text;
}
