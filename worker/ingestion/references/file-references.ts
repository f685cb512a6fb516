/**
 * Converts a tree's names to references of the file: offsets become lines and symbol ordinals, in text
 * order. References that can only refer to a function's own bindings are dropped.
 */

import type { FileImport, FileReferences, Reference, TypedName } from '../../core/code/reference.ts';
import type { SyntaxImport, SyntaxReference, SyntaxTree } from '../../ports/parser.ts';
import { createAnonymousResolver } from './anonymous-scopes.ts';
import type { AnonymousBinding } from './anonymous-scopes.ts';
import { bindNames } from './bind-names.ts';
import type { BoundNames } from './bind-names.ts';
import type { MeasuredText } from '../chunks/measured-text.ts';
import { findEnclosingScope, createScopeLookup, isFunction, isMember, isType } from './symbol-scopes.ts';
import type { SymbolScope } from './symbol-scopes.ts';

/** Maximum number of references per file. A file with more is generated data. */
const maxReferences = 20_000;

/** Returns references whose ordinals are indices of `tree.definitions`. */
export function collectFileReferences(tree: SyntaxTree, measured: MeasuredText): FileReferences {
  const { names, imports, definitions } = tree;
  const scopeAt = createScopeLookup(definitions);
  const lineOf = (offset: number) => measured.lineAt(offset) + 1;
  const bound = bindNames(tree, scopeAt);
  const modules = collectModuleNames(imports);
  const anonymous = createAnonymousResolver(tree, scopeAt);
  const fileNames = collectFileNames(tree);
  const references = names.references.flatMap((reference): Reference[] => {
    const scope = scopeAt(reference.start);
    const meaning = resolveMeaning(reference, scope, { bound, anonymous });
    const isBare = reference.receiver === undefined;
    if (
      (isBare && meaning === 'shadowed') ||
      isLocal(reference, scope, bound) ||
      isBareModule(reference, modules)
    )
      return [];
    const { name, start } = reference;
    const receiver = meaning === 'shadowed' ? hideKnownReceiver(reference, fileNames) : reference.receiver;
    const isBareCall = names.bareNamesAreCalled && reference.kind === 'value' && receiver === undefined;
    const kind = isBareCall ? 'call' : reference.kind;
    const within = isExecuted(reference) ? findExecutionScope(start, scope, tree) : scope;
    const resolved = { kind, name, receiver, line: lineOf(start), within: within?.ordinal };
    return [isBare && typeof meaning === 'number' ? { ...resolved, means: meaning } : resolved];
  });
  const uses = references.filter((reference) => !isBase(reference));
  return {
    outline: {
      namespace: names.namespace,
      imports: imports.map((syntaxImport) => toImport(syntaxImport, lineOf)),
      exports: names.exports,
      listed: names.listed,
      bases: references.filter(isBase),
      fields: [...bound.fields, ...bound.typed.filter(isFileLevel)],
      returns: names.returns.flatMap(({ type, start }) => {
        const scope = scopeAt(start);
        const isHead = scope !== undefined && isFunction(scope) && start < scope.definition.bodyStart;
        return isHead ? [{ symbol: scope.ordinal, type }] : [];
      }),
    },
    uses: {
      references: uses.slice(0, maxReferences),
      typed: bound.typed.filter((name) => !isFileLevel(name)),
      locals: bound.locals,
      truncated: names.truncated || uses.length > maxReferences,
    },
  };
}

/** Whether the reference is only a module's name. The use of a member after it is more specific. */
function isBareModule({ kind, name, receiver }: SyntaxReference, modules: ReadonlySet<string>): boolean {
  return kind === 'value' && receiver === undefined && modules.has(name);
}

/** Names bound to whole modules: `import logging`, `import * as fs`. */
function collectModuleNames(imports: SyntaxTree['imports']): ReadonlySet<string> {
  return new Set(
    imports.flatMap(({ module, bindings }) =>
      bindings.filter(({ imported }) => imported === '*' || imported === module).map(({ local }) => local),
    ),
  );
}

/** Resolves the reference's first segment in the anonymous scopes that enclose it. */
function resolveMeaning(
  reference: SyntaxReference,
  scope: SymbolScope | undefined,
  {
    bound,
    anonymous,
  }: { readonly bound: BoundNames; readonly anonymous: (name: string, at: number) => AnonymousBinding },
): AnonymousBinding {
  const first = readFirstSegment(reference);
  const binder = bound.findBinder(first, scope);
  if (first === '' || (binder !== undefined && isFunction(binder))) return undefined;
  // A class body sees the names it binds; its functions do not.
  const owner = findEnclosingScope(scope, (outer) => isFunction(outer) || isType(outer));
  const isBareCall = reference.kind === 'call' && reference.receiver === undefined;
  return isBareCall && binder !== undefined && binder === owner
    ? 'shadowed'
    : anonymous(first, reference.start);
}

/** Collects the names of the file's imports and definitions. */
function collectFileNames({ imports, definitions }: SyntaxTree): ReadonlySet<string> {
  return new Set([
    ...imports.flatMap(({ names }) => names),
    ...definitions.filter(({ kind }) => !isMember(kind)).map(({ name }) => name),
  ]);
}

/** Clears a receiver that shadows a name of the file, because nothing else is known about it. */
function hideKnownReceiver(reference: SyntaxReference, fileNames: ReadonlySet<string>): string | undefined {
  return fileNames.has(readFirstSegment(reference)) ? '' : reference.receiver;
}

function readFirstSegment({ name, receiver }: SyntaxReference): string {
  return receiver === undefined ? name : (/^[^.(]*/.exec(receiver)?.[0] ?? '');
}

function isBase({ kind }: Reference): boolean {
  return kind === 'extends' || kind === 'implements';
}

function toImport(syntaxImport: SyntaxImport, lineOf: (offset: number) => number): FileImport {
  const { module, start, bindings, wildcard, reexported } = syntaxImport;
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

/** Other files see a file's variables, but not the names that its functions bind. */
function isFileLevel({ within }: TypedName): boolean {
  return within === undefined;
}

/**
 * Finds the scope that executes the code: decorators, base classes and, in some languages, default values
 * run outside of their definition.
 */
function findExecutionScope(
  start: number,
  scope: SymbolScope | undefined,
  { names }: SyntaxTree,
): SymbolScope | undefined {
  return findEnclosingScope(scope, (outer) => {
    const { nameStart, bodyStart } = outer.definition;
    if (start < nameStart) return false;
    const headRuns = !isType(outer) && !(isFunction(outer) && names.defaultsEvaluatedOutside);
    return headRuns || start >= bodyStart;
  });
}

/** Whether the reference can only refer to a local binding. */
function isLocal(
  { kind, name, receiver }: SyntaxReference,
  scope: SymbolScope | undefined,
  bound: BoundNames,
): boolean {
  if (kind !== 'value' && kind !== 'type') return false;
  const first = receiver === undefined ? name : (receiver.split('.')[0] ?? '');
  if (!bound.binds(first, scope)) return false;
  return receiver === undefined || !bound.isTyped(first);
}
