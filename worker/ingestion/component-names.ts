/**
 * What a Svelte or Vue file says of names: its scripts' own words, the components its markup renders, and that the file itself is
 * the component it gives as default.
 */

import type { SyntaxReference, SyntaxReferences, SyntaxTree } from '../ports/parser.ts';
import type { ComponentPart } from './component-parts.ts';

/** Tags read of one file; generated markup may hold any number. */
const maxTags = 10_000;

/** A tag whose name is a component's: capitalised, of several words, or a member. */
const tag = /<([A-Za-z][\w$]{0,199}(?:[.-][\w$-]{1,199})?)/g;

/** @param trees of the scripts, in the order of the text. */
export function componentNames(
  text: string,
  parts: readonly ComponentPart[],
  trees: readonly SyntaxTree[],
): SyntaxReferences {
  const names = trees.map((tree) => tree.names);
  const rendered = parts.filter(({ kind }) => kind === 'template').flatMap((part) => tagsIn(text, part));
  return {
    namespace: undefined,
    references: [...names.flatMap(({ references }) => references), ...rendered.slice(0, maxTags)].sort(
      (a, b) => a.start - b.start,
    ),
    bindings: names.flatMap(({ bindings }) => bindings),
    exports: [
      ...names.flatMap(({ exports }) => exports).filter(({ exported }) => exported !== 'default'),
      { exported: 'default', local: 'default' },
    ],
    listed: undefined,
    returns: names.flatMap(({ returns }) => returns),
    globals: [],
    bareNamesAreCalled: false,
    defaultsEvaluatedOutside: false,
    truncated: rendered.length > maxTags || names.some(({ truncated }) => truncated),
  };
}

function tagsIn(text: string, { inner }: ComponentPart): SyntaxReference[] {
  const found: SyntaxReference[] = [];
  const markup = text.slice(inner.start, inner.end);
  for (const match of markup.matchAll(tag)) {
    const [, written = ''] = match;
    const reference = rendered(written, inner.start + match.index + 1);
    if (reference !== undefined) found.push(reference);
    if (found.length > maxTags) break;
  }
  return found;
}

/** `<TodoItem>` and, in the way of Vue, `<todo-item>` name `TodoItem`; `<ui.Item>` names `Item` of `ui`; `<div>` names none. */
function rendered(written: string, start: number): SyntaxReference | undefined {
  const [receiver, member] = written.split('.');
  if (member !== undefined) {
    return { kind: 'render', name: member, receiver, start: start + written.length - member.length };
  }
  const isCapitalised = /^[A-Z]/.test(written);
  if (!isCapitalised && !written.includes('-')) return undefined;
  const name = written
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return { kind: 'render', name, receiver: undefined, start };
}
