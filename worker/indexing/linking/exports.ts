/**
 * From an import to what it brings: its module's files, what they give out under the name, and re-exports followed to their end.
 * Aliases and cycles are met by noting every file and name asked for on the way.
 */

import type { FileImport } from '../../core/reference.ts';
import type { ResolvedModule } from '../modules/module-map.ts';
import { definitionAt, external } from './entity.ts';
import type { Entity } from './entity.ts';
import type { ImportedBinding, Resolver, Visited } from './resolver.ts';
import type { FileNames } from './snapshot-names.ts';

/** Files beyond these are not asked one by one: who defines the name is looked up, and whether it is among them. */
const fewFiles = 4;

type Exports = Pick<Resolver, 'exported' | 'imported'>;

export function createExports(resolver: () => Resolver): Exports {
  const kept = new Map<string, Entity | undefined>();
  /** What was cut by a circle holds only for who asked first: from elsewhere the circle is entered at another place. */
  const keptForFirst = new Map<string, Entity | undefined>();
  let circles = 0;
  const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

  const amongMany = (files: readonly number[], name: string): Entity | undefined => {
    const { names } = resolver();
    let held = sets.get(files);
    if (held === undefined) sets.set(files, (held = new Set(files)));
    const [first] = files;
    if (first === undefined) return undefined;
    const at = names
      .named(names.of(first).rules.family, name)
      .find((place) => held.has(place.file) && names.symbol(place)?.qualifiedName === name);
    return at && definitionAt(at);
  };

  const keptOf = (file: number, name: string, visited: Visited): Entity | undefined => {
    const key = `${file} ${name}`;
    const isFirst = visited.size === 0;
    if (kept.has(key)) return kept.get(key);
    if (isFirst && keptForFirst.has(key)) return keptForFirst.get(key);
    if (visited.has(key)) {
      circles += 1;
      return undefined;
    }
    visited.add(key);
    const before = { cuts: resolver().cuts(), circles };
    const entity = exportedBy(resolver(), { file, name, visited });
    if (resolver().cuts() !== before.cuts) return entity;
    if (circles === before.circles) kept.set(key, entity);
    else if (isFirst) keptForFirst.set(key, entity);
    return entity;
  };

  return {
    exported(files, name, visited) {
      if (files.length > fewFiles) return amongMany(files, name);
      for (const file of files) {
        const entity = keptOf(file, name, visited);
        if (entity !== undefined) return entity;
      }
      return undefined;
    },
    imported: (file, binding, visited) => importedEntity(resolver(), { file, ...binding }, visited),
  };
}

interface Asked {
  readonly file: number;
  readonly name: string;
  readonly visited: Visited;
}

function exportedBy(resolver: Resolver, asked: Asked): Entity | undefined {
  const names = resolver.names.of(asked.file);
  if (names.rules.family === 'ecmascript') return ecmascriptExport(resolver, names, asked);
  if (names.rules.family === 'rust') return rustItem(resolver, names, asked);
  return resolver.nameInFile(asked.file, asked.name, asked.visited);
}

function ecmascriptExport(
  resolver: Resolver,
  names: FileNames,
  { file, name, visited }: Asked,
): Entity | undefined {
  const local = names.exports.get(name);
  if (local !== undefined) {
    const entity = resolver.nameInFile(file, local, visited);
    if (entity !== undefined) return entity;
  }
  const own = resolver.bareDefinition(file, name, 'value');
  if (own !== undefined && resolver.names.symbol(own)?.exported === true) return definitionAt(own);
  for (const { from, name: bound } of names.bindings.get(name) ?? []) {
    if (!from.reexported) continue;
    const entity = resolver.imported(
      file,
      { module: from.module, imported: bound.imported, line: from.line },
      visited,
    );
    if (entity !== undefined) return entity;
  }
  // The component is its file, and what a script gives out without a name is known by its file alone.
  const isComponent = names.file.language === 'svelte' || names.file.language === 'vue';
  if (name === 'default') return isComponent ? { is: 'module', files: [file], base: undefined } : undefined;
  return throughWildcards(resolver, names, { file, name, visited });
}

function throughWildcards(
  resolver: Resolver,
  names: FileNames,
  { name, visited }: Asked,
): Entity | undefined {
  for (const from of names.wildcards) {
    if (!from.reexported) continue;
    const entity = wildcardMember(resolver, names, { from, name, visited });
    if (entity !== undefined && entity.is !== 'external') return entity;
  }
  return undefined;
}

/** A name that a module brings with all its others. */
export function wildcardMember(
  resolver: Resolver,
  names: FileNames,
  { from, name, visited }: { readonly from: FileImport; readonly name: string; readonly visited: Visited },
): Entity | undefined {
  const resolved = resolver.modules.resolve(names.file, from.module, from.line);
  if (resolved === undefined || 'external' in resolved) return undefined;
  if (resolved.rest.length === 0) return resolver.exported(resolved.files, name, visited);
  const inside = descend(resolver, resolved, visited);
  return inside && resolver.member(inside, name);
}

/** Private items are open to the modules below, and nothing here tells which those are: all are given. */
function rustItem(resolver: Resolver, names: FileNames, asked: Asked): Entity | undefined {
  const own = resolver.definition(asked.file, asked.name, 'value');
  if (own !== undefined) return definitionAt(own);
  let module: Entity | undefined;
  for (const { from, name: bound } of names.bindings.get(asked.name) ?? []) {
    const binding = { module: from.module, imported: bound.imported, line: from.line };
    const entity = resolver.imported(asked.file, binding, asked.visited);
    if (entity !== undefined && entity.is !== 'module') return entity;
    // A function may be handed on under the name of the module that holds it.
    module ??= entity;
  }
  return module ?? throughWildcards(resolver, names, asked);
}

type FoundModule = Exclude<ResolvedModule, undefined | { readonly external: string }>;

interface Imported extends ImportedBinding {
  readonly file: number;
}

function importedEntity(resolver: Resolver, wanted: Imported, visited: Visited): Entity | undefined {
  const names = resolver.names.of(wanted.file);
  const resolved = resolver.modules.resolve(names.file, wanted.module, wanted.line);
  if (resolved !== undefined && 'external' in resolved) return external;
  if (names.rules.pathNamesItem) return itemOfPath(resolver, { ...wanted, resolved }, visited);
  const whole = resolved && moduleEntity(resolver, { ...wanted, resolved }, visited);
  // `import a.b` of Python binds the module it names, under that name.
  if (wanted.imported === '*' || wanted.imported === wanted.module) return whole;
  const isPlain = resolved !== undefined && resolved.rest.length === 0;
  const named = isPlain
    ? resolver.exported(resolved.files, wanted.imported, visited)
    : whole && resolver.member(whole, wanted.imported);
  if (named !== undefined) return named;
  if (names.rules.family === 'python') return submodule(resolver, wanted);
  // What `module.exports = …` gives out is the module itself to whoever imports its default.
  const isCommonJs = isPlain && wanted.imported === 'default' && isScript(resolver, resolved.files);
  return isCommonJs ? whole : undefined;
}

function isScript(resolver: Resolver, files: readonly number[]): boolean {
  return files.every((file) => resolver.names.of(file).file.language === 'javascript');
}

function moduleEntity(
  resolver: Resolver,
  { file, module, resolved }: Imported & { readonly resolved: FoundModule },
  visited: Visited,
): Entity | undefined {
  if (resolved.rest.length > 0) return descend(resolver, resolved, visited);
  return { is: 'module', files: resolved.files, base: { file, module } };
}

/** `b` of `from a import b` where `a` has no such name: the module `a.b`. */
function submodule(resolver: Resolver, { file, module, imported }: Imported): Entity | undefined {
  const path = module.endsWith('.') ? module + imported : `${module}.${imported}`;
  const resolved = resolver.modules.resolve(resolver.names.of(file).file, path);
  if (resolved === undefined || 'external' in resolved || resolved.rest.length > 0) return undefined;
  return { is: 'module', files: resolved.files, base: { file, module: path } };
}

function itemOfPath(
  resolver: Resolver,
  { file, module, imported, resolved }: Imported & { readonly resolved: FoundModule | undefined },
  visited: Visited,
): Entity | undefined {
  if (resolved === undefined) return undefined;
  const { family } = resolver.names.of(file).rules;
  const last = module.slice(module.lastIndexOf('.') + 1);
  const namesItem = imported === '*' || imported === last;
  const { files, rest } = resolved;
  if (rest.length === 0) {
    const whole: Entity = { is: 'module', files, base: { file, module } };
    // A file of Rust is a module; elsewhere a path that ends in a file names the type it holds.
    if (family === 'rust') return namesItem ? whole : resolver.exported(files, imported, visited);
    return resolver.exported(files, namesItem ? last : imported, visited) ?? whole;
  }
  const item = descend(resolver, { files, rest }, visited);
  return item === undefined || namesItem ? item : resolver.member(item, imported);
}

/** What is left of a path after the files it leads to. */
export function descend(
  resolver: Resolver,
  { files, rest }: { readonly files: readonly number[]; readonly rest: readonly string[] },
  visited: Visited,
): Entity | undefined {
  const [first, ...others] = rest;
  if (first === undefined) return undefined;
  let entity = resolver.exported(files, first, visited);
  for (const name of others) entity = entity && resolver.member(entity, name);
  return entity;
}
