/** Resolves Java imports: a package, or a class by its package and name, followed by a member. A file sees its own package. */

import type { ImportSystem, SnapshotLayout } from './module-map.ts';
import { createNamespaceFiles } from './namespace-files.ts';
import { parentFolder, nearestFolder } from './snapshot-path.ts';

export function createJavaModules({ files }: SnapshotLayout): ImportSystem {
  const packages = createNamespaceFiles(files, 'java');
  const folderAt = (file: number): string => parentFolder(files[file]?.path ?? '');

  /** If several modules of a build define the class, returns the nearest file, or all files if several are equally near. */
  function nearestFiles(files: readonly number[], from: string): readonly number[] {
    if (files.length < 2) return files;
    const folder = nearestFolder([...new Set(files.map(folderAt))], from);
    return folder === undefined ? files : files.filter((file) => folderAt(file) === folder);
  }

  return {
    scopeKey: ({ path }) => parentFolder(path),
    resolve({ path }, module) {
      const segments = module.replace(/\.\*$/, '').split('.');
      const name = segments.join('.');
      const members = packages.filesIn(name);
      if (members.length > 0) return { files: members, rest: [] };
      const found = packages.locate(segments);
      if (found !== undefined) return { ...found, files: nearestFiles(found.files, parentFolder(path)) };
      const external = packagePart(segments).join('.');
      return packages.filesIn(external).length > 0 ? undefined : { external };
    },
    siblings: ({ outline }) => packages.filesIn(outline.namespace ?? ''),
  };
}

/** Returns the segments before the first class name, which begins with a capital letter. */
function packagePart(segments: readonly string[]): readonly string[] {
  const type = segments.findIndex((segment) => /^\p{Lu}/u.test(segment));
  return type > 0 ? segments.slice(0, type) : segments;
}
