/**
 * What a Svelte or Vue file says of names: its scripts' own words, the components its markup renders and what of its scripts and
 * imports the markup uses, and that the file itself is the component it gives as default.
 */

import type { SyntaxRange, SyntaxReference, SyntaxReferences, SyntaxTree } from '../ports/parser.ts';
import type { ComponentPart } from './component-parts.ts';
import { isMember } from './symbol-scopes.ts';

/** A component taken apart and parsed. */
export interface ParsedComponent {
  readonly text: string;
  readonly parts: readonly ComponentPart[];
  /** Of the scripts, in the order of the text. */
  readonly scripts: readonly SyntaxTree[];
  /** Names alone that stand in the markup as expressions. */
  readonly paths: readonly SyntaxRange[];
  /** Of the other expressions in the markup. Only its names are read, so it may be disposed of. */
  readonly expressions: SyntaxTree | undefined;
}

/** Tags read of one file; generated markup may hold any number. */
const maxTags = 10_000;

/** A tag whose name is a component's: capitalised, of several words, or a member. */
const tag = /<([A-Za-z][\w$]{0,199}(?:[.-][\w$-]{1,199})?)/g;

export function componentNames(component: ParsedComponent): SyntaxReferences {
  const { text, parts, scripts } = component;
  const names = scripts.map((tree) => tree.names);
  const rendered = parts.filter(({ kind }) => kind === 'template').flatMap((part) => tagsIn(text, part));
  return {
    namespace: undefined,
    references: [
      ...names.flatMap(({ references }) => references),
      ...rendered.slice(0, maxTags),
      ...usesInMarkup(component),
    ].sort((a, b) => a.start - b.start),
    bindings: names.flatMap(({ bindings }) => bindings),
    exports: [
      ...names.flatMap(({ exports }) => exports).filter(({ exported }) => exported !== 'default'),
      { exported: 'default', local: 'default' },
    ],
    listed: undefined,
    returns: names.flatMap(({ returns }) => returns),
    globals: [],
    blocks: names.flatMap(({ blocks }) => blocks),
    hoisted: names.flatMap(({ hoisted }) => hoisted),
    functionScoped: false,
    bareNamesAreCalled: false,
    defaultsEvaluatedOutside: false,
    truncated: rendered.length > maxTags || names.some(({ truncated }) => truncated),
  };
}

/** What the markup uses of the scripts and their imports; other names are bound by the markup itself, or are nobody's. */
function usesInMarkup({ text, scripts, paths, expressions }: ParsedComponent): SyntaxReference[] {
  const known = new Set(
    scripts.flatMap(({ definitions, imports }) => [
      ...definitions.filter(({ kind }) => !isMember(kind)).map(({ name }) => name),
      ...imports.flatMap(({ names }) => names),
    ]),
  );
  const alone = paths.map(({ start, end }): SyntaxReference => {
    const segments = text.slice(start, end).split('.');
    const name = segments.pop() ?? '';
    const receiver = segments.length === 0 ? undefined : segments.join('.');
    return { kind: 'value', name, receiver, start: end - name.length };
  });
  return [...alone, ...(expressions?.names.references ?? [])].filter(({ kind, name, receiver }) => {
    const first = receiver === undefined ? name : (receiver.split('.')[0] ?? '');
    return kind !== 'type' && known.has(first.replace(/\(\)$/, ''));
  });
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
