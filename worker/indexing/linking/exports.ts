/**
 * Resolves imported names: finds the files of the module, then the export of that name, and follows re-exports. Records every visited
 * file and name to detect cycles.
 */

import type { FileImport } from '../../core/code/reference.ts';
import type { ResolvedModule } from '../modules/module-map.ts';
import { definitionEntity, externalEntity } from './entity.ts';
import type { Entity } from './entity.ts';
import type { ImportedBinding, Resolver, Visited } from './resolver.ts';
import type { FileNames } from './snapshot-names.ts';

/** If a module has more files than this, the name's definitions are looked up instead of scanning each file. */
const maxFilesScanned = 4;

type Exports = Pick<Resolver, 'findExport' | 'resolveImport'>;

export function createExports(resolver: () => Resolver): Exports {
  const cached = new Map<string, Entity | undefined>();
  /** Results that a cycle truncated. Each is valid only for queries that enter the cycle at the same file and name. */
  const cachedForFirst = new Map<string, Entity | undefined>();
  let cycles = 0;
  const fileSets = new WeakMap<readonly number[], ReadonlySet<number>>();

  const findInManyFiles = (files: readonly number[], name: string): Entity | undefined => {
    const { names } = resolver();
    let members = fileSets.get(files);
    if (members === undefined) fileSets.set(files, (members = new Set(files)));
    const [first] = files;
    if (first === undefined) return undefined;
    const at = names
      .findByName(names.forFile(first).rules.family, name)
      .find((place) => members.has(place.file) && names.symbol(place)?.qualifiedName === name);
    return at && definitionEntity(at);
  };

  const cachedExport = (file: number, name: string, visited: Visited): Entity | undefined => {
    const key = `${file} ${name}`;
    const isFirst = visited.size === 0;
    if (cached.has(key)) return cached.get(key);
    if (isFirst && cachedForFirst.has(key)) return cachedForFirst.get(key);
    if (visited.has(key)) {
      cycles += 1;
      return undefined;
    }
    visited.add(key);
    const before = { cutoffs: resolver().cutoffs(), cycles };
    const entity = findExportInFile(resolver(), { file, name, visited });
    if (resolver().cutoffs() !== before.cutoffs) return entity;
    if (cycles === before.cycles) cached.set(key, entity);
    else if (isFirst) cachedForFirst.set(key, entity);
    return entity;
  };

  return {
    findExport(files, name, visited) {
      if (files.length > maxFilesScanned) return findInManyFiles(files, name);
      for (const file of files) {
        const entity = cachedExport(file, name, visited);
        if (entity !== undefined) return entity;
      }
      return undefined;
    },
    resolveImport: (file, binding, visited) => importedEntity(resolver(), { file, ...binding }, visited),
  };
}

interface ExportQuery {
  readonly file: number;
  readonly name: string;
  readonly visited: Visited;
}

function findExportInFile(resolver: Resolver, query: ExportQuery): Entity | undefined {
  const names = resolver.names.forFile(query.file);
  if (names.rules.family === 'ecmascript') return ecmascriptExport(resolver, names, query);
  if (names.rules.family === 'rust') return rustItem(resolver, names, query);
  return resolver.resolveNameInFile(query.file, query.name, query.visited);
}

function ecmascriptExport(
  resolver: Resolver,
  names: FileNames,
  { file, name, visited }: ExportQuery,
): Entity | undefined {
  const local = names.exports.get(name);
  if (local !== undefined) {
    const entity = resolver.resolveNameInFile(file, local, visited);
    if (entity !== undefined) return entity;
  }
  const own = resolver.findBareDefinition(file, name, 'value');
  if (own !== undefined && resolver.names.symbol(own)?.exported === true) return definitionEntity(own);
  for (const { from, name: bound } of names.bindings.get(name) ?? []) {
    if (!from.reexported) continue;
    const entity = resolver.resolveImport(
      file,
      { module: from.module, imported: bound.imported, line: from.line },
      visited,
    );
    if (entity !== undefined) return entity;
  }
  // A component is its file, and an unnamed default export is identified by its file.
  const isComponent = names.file.language === 'svelte' || names.file.language === 'vue';
  if (name === 'default') return isComponent ? { is: 'module', files: [file], base: undefined } : undefined;
  return resolveThroughWildcards(resolver, names, { file, name, visited });
}

function resolveThroughWildcards(
  resolver: Resolver,
  names: FileNames,
  { name, visited }: ExportQuery,
): Entity | undefined {
  for (const from of names.wildcards) {
    if (!from.reexported) continue;
    const entity = wildcardMember(resolver, names, { from, name, visited });
    if (entity !== undefined && entity.is !== 'external') return entity;
  }
  return undefined;
}

/** Resolves a name through a wildcard import. */
export function wildcardMember(
  resolver: Resolver,
  names: FileNames,
  { from, name, visited }: { readonly from: FileImport; readonly name: string; readonly visited: Visited },
): Entity | undefined {
  const resolved = resolver.modules.resolve(names.file, from.module, from.line);
  if (resolved === undefined || 'external' in resolved) return undefined;
  if (resolved.rest.length === 0) return resolver.findExport(resolved.files, name, visited);
  const inside = resolveRemainingPath(resolver, resolved, visited);
  return inside && resolver.findMember(inside, name);
}

/** Returns private items too: submodules may use them, and the data does not show how modules are nested. */
function rustItem(resolver: Resolver, names: FileNames, query: ExportQuery): Entity | undefined {
  const own = resolver.findDefinition(query.file, query.name, 'value');
  if (own !== undefined) return definitionEntity(own);
  let module: Entity | undefined;
  for (const { from, name: bound } of names.bindings.get(query.name) ?? []) {
    const binding = { module: from.module, imported: bound.imported, line: from.line };
    const entity = resolver.resolveImport(query.file, binding, query.visited);
    if (entity !== undefined && entity.is !== 'module') return entity;
    // A function may be re-exported under the name of its module.
    module ??= entity;
  }
  return module ?? resolveThroughWildcards(resolver, names, query);
}

type RepositoryModule = Exclude<ResolvedModule, undefined | { readonly external: string }>;

interface ImportQuery extends ImportedBinding {
  readonly file: number;
}

function importedEntity(resolver: Resolver, query: ImportQuery, visited: Visited): Entity | undefined {
  const names = resolver.names.forFile(query.file);
  const resolved = resolver.modules.resolve(names.file, query.module, query.line);
  if (resolved !== undefined && 'external' in resolved) return externalEntity;
  if (names.rules.pathEndsWithItem) return resolveItemPath(resolver, { ...query, resolved }, visited);
  const whole = resolved && moduleEntity(resolver, { ...query, resolved }, visited);
  // `import a.b` in Python binds the module `a.b` under that name.
  if (query.imported === '*' || query.imported === query.module) return whole;
  const isPlain = resolved !== undefined && resolved.rest.length === 0;
  const named = isPlain
    ? resolver.findExport(resolved.files, query.imported, visited)
    : whole && resolver.findMember(whole, query.imported);
  if (named !== undefined) return named;
  if (names.rules.family === 'python') return submodule(resolver, query);
  // Importing the default of a CommonJS module imports the module itself.
  const isCommonJs = isPlain && query.imported === 'default' && isScript(resolver, resolved.files);
  return isCommonJs ? whole : undefined;
}

function isScript(resolver: Resolver, files: readonly number[]): boolean {
  return files.every((file) => resolver.names.forFile(file).file.language === 'javascript');
}

function moduleEntity(
  resolver: Resolver,
  { file, module, resolved }: ImportQuery & { readonly resolved: RepositoryModule },
  visited: Visited,
): Entity | undefined {
  if (resolved.rest.length > 0) return resolveRemainingPath(resolver, resolved, visited);
  return { is: 'module', files: resolved.files, base: { file, module } };
}

/** `b` of `from a import b` where `a` has no such name: the module `a.b`. */
function submodule(resolver: Resolver, { file, module, imported }: ImportQuery): Entity | undefined {
  const path = module.endsWith('.') ? module + imported : `${module}.${imported}`;
  const resolved = resolver.modules.resolve(resolver.names.forFile(file).file, path);
  if (resolved === undefined || 'external' in resolved || resolved.rest.length > 0) return undefined;
  return { is: 'module', files: resolved.files, base: { file, module: path } };
}

function resolveItemPath(
  resolver: Resolver,
  { file, module, imported, resolved }: ImportQuery & { readonly resolved: RepositoryModule | undefined },
  visited: Visited,
): Entity | undefined {
  if (resolved === undefined) return undefined;
  const { family } = resolver.names.forFile(file).rules;
  const last = module.slice(module.lastIndexOf('.') + 1);
  const endsWithItem = imported === '*' || imported === last;
  const { files, rest } = resolved;
  if (rest.length === 0) {
    const whole: Entity = { is: 'module', files, base: { file, module } };
    // In Rust a file is a module. In other languages a path that ends in a file refers to the type in it.
    if (family === 'rust') return endsWithItem ? whole : resolver.findExport(files, imported, visited);
    return resolver.findExport(files, endsWithItem ? last : imported, visited) ?? whole;
  }
  const item = resolveRemainingPath(resolver, { files, rest }, visited);
  return item === undefined || endsWithItem ? item : resolver.findMember(item, imported);
}

/** Resolves the segments of a path that follow its files. */
export function resolveRemainingPath(
  resolver: Resolver,
  { files, rest }: { readonly files: readonly number[]; readonly rest: readonly string[] },
  visited: Visited,
): Entity | undefined {
  const [first, ...others] = rest;
  if (first === undefined) return undefined;
  let entity = resolver.findExport(files, first, visited);
  for (const name of others) entity = entity && resolver.findMember(entity, name);
  return entity;
}
