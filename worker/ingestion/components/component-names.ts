/**
 * Collects the names in a Svelte or Vue file: the names in its scripts, the components that its markup
 * renders, and the markup's uses of script and import names. The file's default export is the component.
 */

import type { SyntaxRange, SyntaxReference, SyntaxReferences, SyntaxTree } from '../../ports/parser.ts';
import type { ComponentPart } from './component-parts.ts';
import { isMember } from '../references/symbol-scopes.ts';

/** A component, split into parts and parsed. */
export interface ParsedComponent {
  readonly text: string;
  readonly parts: readonly ComponentPart[];
  /** Trees of the scripts, in text order. */
  readonly scripts: readonly SyntaxTree[];
  /** Markup expressions that are only a name or path. */
  readonly paths: readonly SyntaxRange[];
  /** Tree of the other markup expressions. Only its names are read, so it may already be disposed. */
  readonly expressions: SyntaxTree | undefined;
}

/** Maximum tags per file; generated markup may contain any number. */
const maxTags = 10_000;

/** A tag that may refer to a component: capitalized, hyphenated or a member. */
const tagPattern = /<([A-Za-z][\w$]{0,199}(?:[.-][\w$-]{1,199})?)/g;

export function collectComponentNames(component: ParsedComponent): SyntaxReferences {
  const { text, parts, scripts } = component;
  const names = scripts.map((tree) => tree.names);
  const rendered = parts
    .filter(({ kind }) => kind === 'template')
    .flatMap((part) => findRenderedTags(text, part));
  return {
    namespace: undefined,
    references: [
      ...names.flatMap(({ references }) => references),
      ...rendered.slice(0, maxTags),
      ...findUsesInMarkup(component),
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

/**
 * Finds the markup's uses of script and import names. All other names are bound by the markup itself, or
 * are not bound in this file.
 */
function findUsesInMarkup({ text, scripts, paths, expressions }: ParsedComponent): SyntaxReference[] {
  const scriptNames = new Set(
    scripts.flatMap(({ definitions, imports }) => [
      ...definitions.filter(({ kind }) => !isMember(kind)).map(({ name }) => name),
      ...imports.flatMap(({ names }) => names),
    ]),
  );
  const pathReferences = paths.map(({ start, end }): SyntaxReference => {
    const segments = text.slice(start, end).split('.');
    const name = segments.pop() ?? '';
    const receiver = segments.length === 0 ? undefined : segments.join('.');
    return { kind: 'value', name, receiver, start: end - name.length };
  });
  return [...pathReferences, ...(expressions?.names.references ?? [])].filter(({ kind, name, receiver }) => {
    const first = receiver === undefined ? name : (receiver.split('.')[0] ?? '');
    return kind !== 'type' && scriptNames.has(first.replace(/\(\)$/, ''));
  });
}

function findRenderedTags(text: string, { inner }: ComponentPart): SyntaxReference[] {
  const references: SyntaxReference[] = [];
  const markup = text.slice(inner.start, inner.end);
  for (const match of markup.matchAll(tagPattern)) {
    const [, tagName = ''] = match;
    const reference = parseRenderedTag(tagName, inner.start + match.index + 1);
    if (reference !== undefined) references.push(reference);
    if (references.length > maxTags) break;
  }
  return references;
}

/**
 * `<TodoItem>` and Vue's `<todo-item>` refer to `TodoItem`, `<ui.Item>` refers to `Item` of `ui`, and `<div>`
 * refers to no component.
 */
function parseRenderedTag(tagName: string, start: number): SyntaxReference | undefined {
  const [receiver, member] = tagName.split('.');
  if (member !== undefined) {
    return { kind: 'render', name: member, receiver, start: start + tagName.length - member.length };
  }
  const isCapitalized = /^[A-Z]/.test(tagName);
  if (!isCapitalized && !tagName.includes('-')) return undefined;
  const name = tagName
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return { kind: 'render', name, receiver: undefined, start };
}
