/**
 * Finds the files that likely define the types of a file's values: the file itself, its package, its imports and their re-exports, and
 * the files of the bases of imported types.
 */

import type { FileImport } from '../../core/code/reference.ts';
import { placeKey } from './entity.ts';
import type { Entity, DefinitionPlace } from './entity.ts';
import type { Resolver } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

/** Maximum number of files. Among more files than this, a single definition of a name proves little. */
const maxFiles = 400;

export function createNearFiles(resolver: Resolver): (file: number) => ReadonlySet<number> {
  const cached = new Map<number, ReadonlySet<number>>();
  const importsByFile = new Map<number, readonly Entity[]>();

  /** The definitions that a file's own imports resolve to. */
  const importedDefinitions = (file: number): readonly Entity[] => {
    const known = importsByFile.get(file);
    if (known !== undefined) return known;
    const names = resolver.names.forFile(file);
    const found = names.file.outline.imports
      .flatMap((from) => importedEntities(resolver, names, from))
      .filter((entity) => entity.is === 'definition');
    importsByFile.set(file, found);
    return found;
  };

  const collectNearFiles = (file: number): ReadonlySet<number> => {
    const names = resolver.names.forFile(file);
    const files = new Set([file, ...resolver.siblings(file)]);
    const types = new Map<number, DefinitionPlace>();
    const addEntity = (entity: Entity): void => {
      if (entity.is === 'module') for (const found of entity.files) files.add(found);
      if (entity.is !== 'definition') return;
      files.add(entity.at.file);
      if (typeKinds.has(resolver.names.symbol(entity.at)?.kind ?? 'module'))
        types.set(placeKey(entity.at), entity.at);
    };
    for (const from of names.file.outline.imports) {
      if (files.size > maxFiles) break;
      const resolved = resolver.modules.resolve(names.file, from.module, from.line);
      if (resolved === undefined || 'external' in resolved) continue;
      for (const found of resolved.files) files.add(found);
      const imported = importedEntities(resolver, names, from);
      const isWhole = from.wildcard || imported.some((entity) => entity.is === 'module');
      for (const entity of imported) addEntity(entity);
      if (isWhole && resolved.files.length === 1)
        for (const whole of resolved.files)
          for (const entity of importedDefinitions(whole)) addEntity(entity);
    }
    for (const type of types.values()) {
      if (files.size > maxFiles) break;
      for (const base of resolver.basesOf(type).places) addEntity({ is: 'definition', at: base });
    }
    return files;
  };

  return (file) => {
    const files = cached.get(file) ?? collectNearFiles(file);
    cached.set(file, files);
    return files;
  };
}

function importedEntities(
  resolver: Resolver,
  { fileIndex }: FileNames,
  { module, line, names }: FileImport,
): readonly Entity[] {
  return names.flatMap(({ imported }) => {
    const entity = resolver.resolveImport(fileIndex, { module, imported, line }, new Set());
    return entity === undefined ? [] : [entity];
  });
}
