/**
 * What a name means at the top of a file: its definitions, what its imports bind, what its package holds, what wildcards bring,
 * and what the language knows without any of these.
 */

import type { LinkableFile } from '../../ports/graph-store.ts';
import { definitionAt, unknown } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import { wildcardMember } from './exports.ts';
import type { Includes } from './includes.ts';
import { isGlobal } from './own-methods.ts';
import type { Resolver, Visited, Wanted } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

interface AskedAtTop {
  readonly file: number;
  readonly name: string;
  readonly wanted: Wanted;
  readonly includes: Includes;
}

export function findAtTop(
  resolver: Resolver,
  { file, name, wanted, includes }: AskedAtTop,
): Entity | undefined {
  const names = resolver.names.of(file);
  const { family } = names.rules;
  const own = resolver.bareDefinition(file, name, wanted);
  if (own !== undefined) return family === 'c' ? includes.settled(own) : definitionAt(own);
  const visited: Visited = new Set();
  const imported = bound(resolver, names, { name, visited });
  if (imported !== undefined) return imported;
  const beside = besideIt(resolver, file, { name, wanted });
  if (beside !== undefined) return definitionAt(beside);
  if (family === 'c') return includes.find(file, name);
  const brought = broughtIn(resolver, names, { name, visited: new Set() });
  if (brought !== undefined) return brought;
  // A variable at the top that is no definition: of a loop, a `with`.
  const types = names.fields.get(undefined)?.get(name);
  if (types !== undefined) return resolver.typed({ file, within: undefined, inner: undefined }, types);
  return known(resolver, names, name);
}

/** Among the files of its package. Most names are defined in few files: those are asked whether they belong to it. */
function besideIt(
  resolver: Resolver,
  file: number,
  { name, wanted }: { readonly name: string; readonly wanted: Wanted },
): Place | undefined {
  const { names } = resolver;
  const candidates = names.named(names.of(file).rules.family, name);
  if (candidates.length === 0) return undefined;
  const siblings = resolver.siblings(file);
  const found = candidates.filter(
    (place) => siblings.has(place.file) && names.symbol(place)?.qualifiedName === name,
  );
  const isType = (place: Place) => typeKinds.has(names.symbol(place)?.kind ?? 'module');
  return (wanted === 'type' ? found.find(isType) : undefined) ?? found[0];
}

interface BoundName {
  readonly name: string;
  readonly visited: Visited;
  /** Of the definition whose own imports are meant; all where there is none. */
  readonly lines?: { readonly startLine: number; readonly endLine: number };
}

/** What an import statement binds the name to: the first of several that leads into the repository. */
export function bound(
  resolver: Resolver,
  names: FileNames,
  { name, visited, lines }: BoundName,
): Entity | undefined {
  let found: Entity | undefined;
  for (const { from, name: binding } of names.bindings.get(name) ?? []) {
    if (lines !== undefined && (from.line < lines.startLine || from.line > lines.endLine)) continue;
    const entity =
      resolver.imported(
        names.place,
        { module: from.module, imported: binding.imported, line: from.line },
        visited,
      ) ?? unknown;
    // In Rust a module and a function may be bound to one name; of the two it is the function that is meant here.
    const isSettled = entity.is !== 'module' || names.rules.family !== 'rust';
    if (isSettled && entity.is !== 'external' && entity.is !== 'unknown') return entity;
    found = found?.is === 'external' || found?.is === 'module' ? found : entity;
  }
  return found;
}

/** Through wildcard imports. One whose module cannot be seen may bring the same name: what is found is then less sure. */
export function broughtIn(
  resolver: Resolver,
  names: FileNames,
  { name, visited }: { readonly name: string; readonly visited: Visited },
): Entity | undefined {
  if (names.wildcards.length === 0 || resolver.names.named(names.rules.family, name).length === 0)
    return undefined;
  let found: Entity | undefined;
  let isSure = true;
  for (const from of names.wildcards) {
    const resolved = resolver.modules.resolve(names.file, from.module, from.line);
    if (resolved === undefined || 'external' in resolved) isSure &&= !hidesNames(names);
    else if (isGivenOut(resolver, resolved.files, name))
      found ??= wildcardMember(resolver, names, { from, name, visited });
  }
  if (isSure || (found?.is !== 'definition' && found?.is !== 'instance')) return found;
  return { ...found, loose: true };
}

/** A later wildcard brings its names over those of an earlier one; elsewhere two of one name are an error. */
function hidesNames({ rules }: FileNames): boolean {
  return rules.family === 'python';
}

/** `from m import *` of Python brings what `__all__` lists, else what does not begin with an underscore. */
function isGivenOut(resolver: Resolver, files: readonly number[], name: string): boolean {
  const [file] = files;
  const names = file === undefined ? undefined : resolver.names.of(file);
  if (names?.rules.family !== 'python') return true;
  return names.file.outline.listed?.includes(name) ?? !name.startsWith('_');
}

/** Names that a language knows without any import: constants of Ruby, macros of a Rust crate. */
function known(resolver: Resolver, { rules, file }: FileNames, name: string): Entity | undefined {
  const { names, modules } = resolver;
  const candidates = names
    .named(rules.family, name)
    .filter((place) => names.symbol(place)?.qualifiedName === name);
  if (candidates.length === 0) return undefined;
  if (rules.family === 'ruby' && /^\p{Lu}/u.test(name)) return loosely(candidates[0]);
  if (rules.family !== 'rust' || isGlobal('rust', `${name}!`)) return undefined;
  const crateOf = (of: LinkableFile) => {
    const root = modules.resolve(of, 'crate', 1);
    return root !== undefined && 'files' in root ? root.files[0] : undefined;
  };
  const crate = crateOf(file);
  const [first, second] = candidates.filter(
    (place) => names.symbol(place)?.kind === 'macro' && crateOf(names.of(place.file).file) === crate,
  );
  return second === undefined ? loosely(first) : undefined;
}

function loosely(at: Place | undefined): Entity | undefined {
  return at && { is: 'definition', at, loose: true };
}
