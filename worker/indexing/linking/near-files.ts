/**
 * The files a file's values are likely to have their types from: itself, its package, what it imports and what that passes on, and
 * the bases of the types it so gets.
 */

import type { FileImport } from '../../core/reference.ts';
import { placeKey } from './entity.ts';
import type { Entity, Place } from './entity.ts';
import type { Resolver } from './resolver.ts';
import { typeKinds } from './snapshot-names.ts';
import type { FileNames } from './snapshot-names.ts';

/** Beyond these, having one definition of a name among them says little. */
const maxFiles = 400;

export function createNearFiles(resolver: Resolver): (file: number) => ReadonlySet<number> {
  const near = new Map<number, ReadonlySet<number>>();
  const surfaces = new Map<number, readonly Entity[]>();

  /** What a file passes on: what its own imports lead to. */
  const surfaceOf = (file: number): readonly Entity[] => {
    const known = surfaces.get(file);
    if (known !== undefined) return known;
    const names = resolver.names.of(file);
    const found = names.file.outline.imports
      .flatMap((from) => broughtBy(resolver, names, from))
      .filter((entity) => entity.is === 'definition');
    surfaces.set(file, found);
    return found;
  };

  const find = (file: number): ReadonlySet<number> => {
    const names = resolver.names.of(file);
    const files = new Set([file, ...resolver.siblings(file)]);
    const types = new Map<number, Place>();
    const note = (entity: Entity): void => {
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
      const brought = broughtBy(resolver, names, from);
      const isWhole = from.wildcard || brought.some((entity) => entity.is === 'module');
      for (const entity of brought) note(entity);
      if (isWhole && resolved.files.length === 1)
        for (const whole of resolved.files) for (const entity of surfaceOf(whole)) note(entity);
    }
    for (const type of types.values()) {
      if (files.size > maxFiles) break;
      for (const base of resolver.basesOf(type).places) note({ is: 'definition', at: base });
    }
    return files;
  };

  return (file) => {
    const files = near.get(file) ?? find(file);
    near.set(file, files);
    return files;
  };
}

function broughtBy(
  resolver: Resolver,
  { place }: FileNames,
  { module, line, names }: FileImport,
): readonly Entity[] {
  return names.flatMap(({ imported }) => {
    const entity = resolver.imported(place, { module, imported, line }, new Set());
    return entity === undefined ? [] : [entity];
  });
}
