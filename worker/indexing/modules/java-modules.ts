/** Java's imports: a package, or a class by its package and name; what follows the class is a member of it. A file sees its package. */

import type { ImportSystem } from './import-system.ts';
import type { SnapshotLayout } from './module-map.ts';
import { createNamespaceFiles } from './namespace-files.ts';
import { folderOf, nearestFolder } from './snapshot-path.ts';

export function createJavaModules({ files }: SnapshotLayout): ImportSystem {
  const packages = createNamespaceFiles(files, 'java');
  const folderAt = (place: number): string => folderOf(files[place]?.path ?? '');

  /** Of classes of one name, as the modules of a build may have them, the nearest; all where several are as near. */
  function nearest(places: readonly number[], from: string): readonly number[] {
    if (places.length < 2) return places;
    const folder = nearestFolder([...new Set(places.map(folderAt))], from);
    return folder === undefined ? places : places.filter((place) => folderAt(place) === folder);
  }

  return {
    scopeOf: ({ path }) => folderOf(path),
    resolve({ path }, module) {
      const segments = module.replace(/\.\*$/, '').split('.');
      const name = segments.join('.');
      const members = packages.filesOf(name);
      if (members.length > 0) return { files: members, rest: [] };
      const found = packages.locate(segments);
      if (found !== undefined) return { ...found, files: nearest(found.files, folderOf(path)) };
      const external = packagePart(segments).join('.');
      return packages.filesOf(external).length > 0 ? undefined : { external };
    },
    siblings: ({ outline }) => packages.filesOf(outline.namespace ?? ''),
  };
}

/** Packages are written small, classes are not. */
function packagePart(segments: readonly string[]): readonly string[] {
  const type = segments.findIndex((segment) => /^\p{Lu}/u.test(segment));
  return type > 0 ? segments.slice(0, type) : segments;
}
