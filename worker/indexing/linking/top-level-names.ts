/**
 * Resolves a name at the top level of a file: its definitions, its imports, its package, its wildcard imports, and names that
 * need no import.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { definitionEntity, unknownEntity } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import { wildcardMember } from './exports.ts';
import type { Includes } from './includes.ts';
import { isBuiltinGlobal } from './language-builtins.ts';
import type { Resolver, Visited, ExpectedKind } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

interface TopLevelQuery {
  readonly file: number;
  readonly name: string;
  readonly expected: ExpectedKind;
  readonly includes: Includes;
}

export function resolveTopLevelName(
  resolver: Resolver,
  { file, name, expected, includes }: TopLevelQuery,
): Entity | undefined {
  const names = resolver.names.forFile(file);
  const { family } = names.rules;
  const own = resolver.findBareDefinition(file, name, expected);
  if (own !== undefined) return family === 'c' ? includes.findBody(own) : definitionEntity(own);
  const visited: Visited = new Set();
  const imported = resolveImportedName(resolver, names, { name, visited });
  if (imported !== undefined) return imported;
  const inPackage = findInPackage(resolver, file, { name, expected });
  if (inPackage !== undefined) return definitionEntity(inPackage);
  if (family === 'c') return includes.find(file, name);
  const viaWildcard = resolveWildcardName(resolver, names, { name, visited: new Set() });
  if (viaWildcard !== undefined) return viaWildcard;
  // A top-level variable without a definition, such as a loop variable or the target of a `with`.
  const types = names.fields.get(undefined)?.get(name);
  if (types !== undefined) return resolver.resolveTypes({ file, within: undefined, inner: undefined }, types);
  return resolveAmbientName(resolver, names, name);
}

/** Finds the name in the files of the package. Few files define a given name, so each of them is checked for membership. */
function findInPackage(
  resolver: Resolver,
  file: number,
  { name, expected }: { readonly name: string; readonly expected: ExpectedKind },
): DefinitionPlace | undefined {
  const { names } = resolver;
  const candidates = names.findByName(names.forFile(file).rules.family, name);
  if (candidates.length === 0) return undefined;
  const siblings = resolver.siblings(file);
  const found = candidates.filter(
    (place) => siblings.has(place.file) && names.symbol(place)?.qualifiedName === name,
  );
  const isType = (place: DefinitionPlace) => typeKinds.has(names.symbol(place)?.kind ?? 'module');
  return (expected === 'type' ? found.find(isType) : undefined) ?? found[0];
}

interface BoundName {
  readonly name: string;
  readonly visited: Visited;
  /** Only imports within these lines; all imports when undefined. */
  readonly lines?: { readonly startLine: number; readonly endLine: number };
}

/** Resolves a name that import statements bind. If several bind it, uses the first that resolves within the repository. */
export function resolveImportedName(
  resolver: Resolver,
  names: FileNames,
  { name, visited, lines }: BoundName,
): Entity | undefined {
  let found: Entity | undefined;
  for (const { from, name: binding } of names.bindings.get(name) ?? []) {
    if (lines !== undefined && (from.line < lines.startLine || from.line > lines.endLine)) continue;
    const entity =
      resolver.resolveImport(
        names.fileIndex,
        { module: from.module, imported: binding.imported, line: from.line },
        visited,
      ) ?? unknownEntity;
    // In Rust one name may be bound to a module and a function. Prefer the function.
    const isSettled = entity.is !== 'module' || names.rules.family !== 'rust';
    if (isSettled && entity.is !== 'external' && entity.is !== 'unknown') return entity;
    found = found?.is === 'external' || found?.is === 'module' ? found : entity;
  }
  return found;
}

/** Resolves a name through wildcard imports. The result is `loose` if an unknown module may export the same name. */
export function resolveWildcardName(
  resolver: Resolver,
  names: FileNames,
  { name, visited }: { readonly name: string; readonly visited: Visited },
): Entity | undefined {
  if (names.wildcards.length === 0 || resolver.names.findByName(names.rules.family, name).length === 0)
    return undefined;
  let found: Entity | undefined;
  let isCertain = true;
  for (const from of names.wildcards) {
    const resolved = resolver.modules.resolve(names.file, from.module, from.line);
    if (resolved === undefined || 'external' in resolved) isCertain &&= !laterWildcardsHide(names);
    else if (isExportedByWildcard(resolver, resolved.files, name))
      found ??= wildcardMember(resolver, names, { from, name, visited });
  }
  if (isCertain || (found?.is !== 'definition' && found?.is !== 'instance')) return found;
  return { ...found, loose: true };
}

/** In Python, a later wildcard import replaces names of an earlier one; in other languages that is an error. */
function laterWildcardsHide({ rules }: FileNames): boolean {
  return rules.family === 'python';
}

/** `from m import *` in Python imports the names in `__all__`, otherwise all without a leading underscore. */
function isExportedByWildcard(resolver: Resolver, files: readonly number[], name: string): boolean {
  const [file] = files;
  const names = file === undefined ? undefined : resolver.names.forFile(file);
  if (names?.rules.family !== 'python') return true;
  return names.file.outline.listed?.includes(name) ?? !name.startsWith('_');
}

/** Resolves names that need no import: constants in Ruby, and macros of a Rust crate. */
function resolveAmbientName(
  resolver: Resolver,
  { rules, file }: FileNames,
  name: string,
): Entity | undefined {
  const { names, modules } = resolver;
  const candidates = names
    .findByName(rules.family, name)
    .filter((place) => names.symbol(place)?.qualifiedName === name);
  if (candidates.length === 0) return undefined;
  if (rules.family === 'ruby' && /^\p{Lu}/u.test(name)) return looseDefinition(candidates[0]);
  if (rules.family !== 'rust' || isBuiltinGlobal('rust', `${name}!`)) return undefined;
  const crateRoot = (source: LinkableFile) => {
    const root = modules.resolve(source, 'crate', 1);
    return root !== undefined && 'files' in root ? root.files[0] : undefined;
  };
  const crate = crateRoot(file);
  const [first, second] = candidates.filter(
    (place) => names.symbol(place)?.kind === 'macro' && crateRoot(names.forFile(place.file).file) === crate,
  );
  return second === undefined ? looseDefinition(first) : undefined;
}

function looseDefinition(at: DefinitionPlace | undefined): Entity | undefined {
  return at && { is: 'definition', at, loose: true };
}
