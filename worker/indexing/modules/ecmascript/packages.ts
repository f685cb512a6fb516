/**
 * Finds packages of the repository by the name in their package.json, jsr.json or deno.json, and the files of their entries. An entry is
 * often a built file that is not in the repository. Its source is then searched for in the usual folders.
 */

import type { EcmaScriptFiles } from './source-files.ts';
import { tableAt, textAt, valueAt } from '../manifest-values.ts';
import type { SnapshotLayout } from '../module-map.ts';
import { createPackageTargets } from './package-targets.ts';
import {
  fileName,
  parentFolder,
  foldersFrom,
  isUnrelatedSample,
  joinPath,
  nearestFolder,
  childPath,
  maxSameName,
} from '../snapshot-path.ts';

const manifestNames = ['package.json', 'jsr.json', 'deno.json', 'deno.jsonc'] as const;
const buildFolders: ReadonlySet<string> = new Set(
  'dist build lib out output cjs esm es mjs umd types typings module commonjs bundle browser node'.split(' '),
);
/** Folders of sources, most common first. */
const sourceFolders = ['src', 'src/lib', 'source', 'lib', ''] as const;
const dependencyTables = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;
const builtEndings = /(?:\.d)?\.[cm]?[jt]sx?$/;

export interface EcmaScriptPackages {
  /** Folder of the package with this name that a file in `from` would import. */
  locate(name: string, from: string): string | undefined;
  /** The file of the subpath `.` or `./x` of the package in the folder. */
  entry(folder: string, subpath: string): number | undefined;
  /** The file of a manifest's target, or the source it is built from. */
  target(folder: string, target: string): number | undefined;
  /** Whether a package.json at or above the folder lists it as a dependency. */
  dependsOn(folder: string, name: string): boolean;
  /** Manifests with this file name at or above a folder, nearest first. */
  manifestsFrom(
    folder: string,
    name: string,
  ): readonly { readonly folder: string; readonly manifest: unknown }[];
}

export function createEcmaScriptPackages(
  { manifests }: SnapshotLayout,
  files: EcmaScriptFiles,
): EcmaScriptPackages {
  const packageTargets = createPackageTargets();
  const folders = indexPackageFolders(manifests);

  function target(folder: string, written: string): number | undefined {
    const path = joinPath(folder, written);
    if (path === undefined) return undefined;
    return files.find(path) ?? source(folder, written);
  }

  /** `dist/esm/x.js` is usually built from `src/x.ts`. */
  function source(folder: string, written: string): number | undefined {
    const segments = written
      .replace(/^\.?\//, '')
      .replace(builtEndings, '')
      .split('/');
    while (segments.length > 1 && buildFolders.has(segments[0] ?? '')) {
      segments.shift();
      for (const at of sourceFolders) {
        const found = files.find(childPath(childPath(folder, at), segments.join('/')));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  return {
    target,
    locate(name, from) {
      const known = folders.get(name);
      if (known === undefined) return undefined;
      return nearestFolder(
        [...known].filter((folder) => !isUnrelatedSample(parentFolder(folder), from)),
        from,
      );
    },
    entry(folder, subpath) {
      const ownManifests = manifestNames.map((name) => manifests.get(childPath(folder, name)));
      const exported = ownManifests.flatMap(
        (manifest) => packageTargets(valueAt(manifest, 'exports'), subpath) ?? [],
      );
      for (const written of [...exported, ...(subpath === '.' ? mainFiles(ownManifests[0]) : [subpath])]) {
        const found = target(folder, written);
        if (found !== undefined) return found;
      }
      // None of the files in the manifest exists. Bundlers usually build from the index.
      const usualName = subpath === '.' ? 'index' : subpath.slice(2);
      return files.find(childPath(folder, `src/${usualName}`)) ?? files.find(childPath(folder, usualName));
    },
    dependsOn: (folder, name) =>
      manifestsFrom(manifests, folder, 'package.json').some(({ manifest }) =>
        dependencyTables.some((table) => Object.hasOwn(tableAt(manifest, table), name)),
      ),
    manifestsFrom: (folder, name) => manifestsFrom(manifests, folder, name),
  };
}

/** Folders of packages, by the name in their manifest. */
function indexPackageFolders(
  manifests: SnapshotLayout['manifests'],
): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [path, manifest] of manifests) {
    const name = textAt(manifest, 'name');
    const isPackage = manifestNames.some((manifestName) => manifestName === fileName(path));
    if (!isPackage || name === undefined) continue;
    const known = folders.get(name) ?? new Set<string>();
    folders.set(name, known);
    if (known.size < maxSameName) known.add(parentFolder(path));
  }
  return folders;
}

function manifestsFrom(
  manifests: SnapshotLayout['manifests'],
  folder: string,
  name: string,
): readonly { readonly folder: string; readonly manifest: unknown }[] {
  return foldersFrom(folder).flatMap((at) => {
    const manifest = manifests.get(childPath(at, name));
    return manifest === undefined ? [] : [{ folder: at, manifest }];
  });
}

/** Returns the entry files of a package.json without `exports`, likely sources first. */
function mainFiles(manifest: unknown): readonly string[] {
  return ['source', 'svelte', 'module', 'main', 'types', 'typings', 'browser']
    .map((key) => textAt(manifest, key))
    .filter((path) => path !== undefined);
}
