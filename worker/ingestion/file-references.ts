/**
 * What a tree says of names as facts of the file: offsets become lines and ordinals of symbols. References that can only mean what
 * a function binds for itself are left out; everything is in the order of the text.
 */

import type { FileImport, FileReferences, Reference, TypedName } from '../core/reference.ts';
import type { SyntaxImport, SyntaxReference, SyntaxTree } from '../ports/parser.ts';
import { anonymousScopes } from './anonymous-scopes.ts';
import type { AnonymousMeaning } from './anonymous-scopes.ts';
import { bindNames } from './bind-names.ts';
import type { BoundNames } from './bind-names.ts';
import type { MeasuredText } from './measured-text.ts';
import { enclosingScope, findScopes, isFunction, isMember, isType } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

/** Of one file; more are the data of a generated one. */
const maxReferences = 20_000;

/** @returns references whose ordinals are the places of `tree.definitions`. */
export function fileReferences(tree: SyntaxTree, measured: MeasuredText): FileReferences {
  const { names, imports, definitions } = tree;
  const scopeAt = findScopes(definitions);
  const lineOf = (offset: number) => measured.lineAt(offset) + 1;
  const bound = bindNames(tree, scopeAt);
  const modules = moduleNames(imports);
  const anonymous = anonymousScopes(tree, scopeAt);
  const known = fileNames(tree);
  const references = names.references.flatMap((reference): Reference[] => {
    const scope = scopeAt(reference.start);
    const meaning = meaningOf(reference, scope, { bound, anonymous });
    const isBare = reference.receiver === undefined;
    if (
      (isBare && meaning === 'hidden') ||
      isLocal(reference, scope, bound) ||
      isBareModule(reference, modules)
    )
      return [];
    const { name, start } = reference;
    const receiver = meaning === 'hidden' ? unlessKnown(reference, known) : reference.receiver;
    const isBareCall = names.bareNamesAreCalled && reference.kind === 'value' && receiver === undefined;
    const kind = isBareCall ? 'call' : reference.kind;
    const within = isExecuted(reference) ? executionScope(start, scope, tree) : scope;
    const found = { kind, name, receiver, line: lineOf(start), within: within?.ordinal };
    return [isBare && typeof meaning === 'number' ? { ...found, means: meaning } : found];
  });
  const uses = references.filter((reference) => !isBase(reference));
  return {
    outline: {
      namespace: names.namespace,
      imports: imports.map((found) => toImport(found, lineOf)),
      exports: names.exports,
      listed: names.listed,
      bases: references.filter(isBase),
      fields: [...bound.fields, ...bound.typed.filter(isOfFile)],
      returns: names.returns.flatMap(({ type, start }) => {
        const scope = scopeAt(start);
        const isHead = scope !== undefined && isFunction(scope) && start < scope.definition.bodyStart;
        return isHead ? [{ symbol: scope.ordinal, type }] : [];
      }),
    },
    uses: {
      references: uses.slice(0, maxReferences),
      typed: bound.typed.filter((name) => !isOfFile(name)),
      locals: bound.locals,
      truncated: names.truncated || uses.length > maxReferences,
    },
  };
}

/** What is taken from a module says more than the module's name before it. */
function isBareModule({ kind, name, receiver }: SyntaxReference, modules: ReadonlySet<string>): boolean {
  return kind === 'value' && receiver === undefined && modules.has(name);
}

/** Names bound to modules as wholes: `import logging`, `import * as fs`. */
function moduleNames(imports: SyntaxTree['imports']): ReadonlySet<string> {
  return new Set(
    imports.flatMap(({ module, bindings }) =>
      bindings.filter(({ imported }) => imported === '*' || imported === module).map(({ local }) => local),
    ),
  );
}

/** What the scopes without a name around it make of its first segment. */
function meaningOf(
  reference: SyntaxReference,
  scope: SymbolScope | undefined,
  {
    bound,
    anonymous,
  }: { readonly bound: BoundNames; readonly anonymous: (name: string, at: number) => AnonymousMeaning },
): AnonymousMeaning {
  const first = firstSegment(reference);
  const holder = bound.holder(first, scope);
  if (first === '' || (holder !== undefined && isFunction(holder))) return undefined;
  // The body of a class sees what it binds, the functions in it do not.
  const owner = enclosingScope(scope, (around) => isFunction(around) || isType(around));
  const isBareCall = reference.kind === 'call' && reference.receiver === undefined;
  return isBareCall && holder !== undefined && holder === owner
    ? 'hidden'
    : anonymous(first, reference.start);
}

/** What imports and definitions of the file are called. */
function fileNames({ imports, definitions }: SyntaxTree): ReadonlySet<string> {
  return new Set([
    ...imports.flatMap(({ names }) => names),
    ...definitions.filter(({ kind }) => !isMember(kind)).map(({ name }) => name),
  ]);
}

/** Nothing is known of what hides a name of the file. */
function unlessKnown(reference: SyntaxReference, known: ReadonlySet<string>): string | undefined {
  return known.has(firstSegment(reference)) ? '' : reference.receiver;
}

function firstSegment({ name, receiver }: SyntaxReference): string {
  return receiver === undefined ? name : (/^[^.(]*/.exec(receiver)?.[0] ?? '');
}

function isBase({ kind }: Reference): boolean {
  return kind === 'extends' || kind === 'implements';
}

function toImport(found: SyntaxImport, lineOf: (offset: number) => number): FileImport {
  const { module, start, bindings, wildcard, reexported } = found;
  return {
    module,
    line: lineOf(start),
    names: bindings.map(({ imported, local, start: at }) => ({ imported, local, line: lineOf(at) })),
    wildcard,
    reexported,
  };
}

function isExecuted({ kind }: SyntaxReference): boolean {
  return kind === 'call' || kind === 'value' || kind === 'render';
}

/** Other files see the variables of a file, and not what functions bind. */
function isOfFile({ within }: TypedName): boolean {
  return within === undefined;
}

/** Decorators, the bases of classes and, in some languages, default values run where a definition stands and not in it. */
function executionScope(
  start: number,
  scope: SymbolScope | undefined,
  { names }: SyntaxTree,
): SymbolScope | undefined {
  return enclosingScope(scope, (around) => {
    const { nameStart, bodyStart } = around.definition;
    if (start < nameStart) return false;
    const headRuns = !isType(around) && !(isFunction(around) && names.defaultsEvaluatedOutside);
    return headRuns || start >= bodyStart;
  });
}

/** It can mean nothing that another file or a definition of this one holds. */
function isLocal(
  { kind, name, receiver }: SyntaxReference,
  scope: SymbolScope | undefined,
  bound: BoundNames,
): boolean {
  if (kind !== 'value' && kind !== 'type') return false;
  const first = receiver === undefined ? name : (receiver.split('.')[0] ?? '');
  if (!bound.holds(first, scope)) return false;
  return receiver === undefined || !bound.isTyped(first);
}
