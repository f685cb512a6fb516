/**
 * Packages of the repository by the name in their package.json, jsr.json or deno.json, and the file each of their entries means. What an entry
 * names is often built and not in the repository: the file it is built from is looked for where sources are kept.
 */

import type { EcmaScriptFiles } from './ecmascript-files.ts';
import { tableAt, textAt, valueAt } from './manifest-values.ts';
import type { SnapshotLayout } from './module-map.ts';
import { createPackageTargets } from './package-targets.ts';
import {
  fileNameOf,
  folderOf,
  foldersFrom,
  isApart,
  joinPath,
  nearestFolder,
  within,
  mostOfOneName,
} from './snapshot-path.ts';

const manifestNames = ['package.json', 'jsr.json', 'deno.json', 'deno.jsonc'] as const;
const buildFolders: ReadonlySet<string> = new Set(
  'dist build lib out output cjs esm es mjs umd types typings module commonjs bundle browser node'.split(' '),
);
/** Where sources are kept, the usual place first. */
const sourceFolders = ['src', 'src/lib', 'source', 'lib', ''] as const;
const dependencyTables = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
] as const;
const builtEndings = /(?:\.d)?\.[cm]?[jt]sx?$/;

export interface EcmaScriptPackages {
  /** Folder of the package of this name that a file in `from` would get. */
  locate(name: string, from: string): string | undefined;
  /** The file that `.` or `./x` of the package in the folder means. */
  entry(folder: string, subpath: string): number | undefined;
  /** The file a target of a manifest in the folder means, or the one it is built from. */
  target(folder: string, target: string): number | undefined;
  /** Whether a package.json at or above the folder names it among what it depends on. */
  dependsOn(folder: string, name: string): boolean;
  /** Manifests of this name at or above a folder, the nearest first. */
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
  const folders = foldersByName(manifests);

  function target(folder: string, written: string): number | undefined {
    const path = joinPath(folder, written);
    if (path === undefined) return undefined;
    return files.find(path) ?? source(folder, written);
  }

  /** `dist/esm/x.js` is built of `src/x.ts`, as a rule. */
  function source(folder: string, written: string): number | undefined {
    const segments = written
      .replace(/^\.?\//, '')
      .replace(builtEndings, '')
      .split('/');
    while (segments.length > 1 && buildFolders.has(segments[0] ?? '')) {
      segments.shift();
      for (const at of sourceFolders) {
        const found = files.find(within(within(folder, at), segments.join('/')));
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
        [...known].filter((folder) => !isApart(folderOf(folder), from)),
        from,
      );
    },
    entry(folder, subpath) {
      const here = manifestNames.map((name) => manifests.get(within(folder, name)));
      const exported = here.flatMap(
        (manifest) => packageTargets(valueAt(manifest, 'exports'), subpath) ?? [],
      );
      for (const written of [...exported, ...(subpath === '.' ? mainFiles(here[0]) : [subpath])]) {
        const found = target(folder, written);
        if (found !== undefined) return found;
      }
      // Nothing it names is here: what a bundler makes, it makes of the index.
      const usual = subpath === '.' ? 'index' : subpath.slice(2);
      return files.find(within(folder, `src/${usual}`)) ?? files.find(within(folder, usual));
    },
    dependsOn: (folder, name) =>
      manifestsFrom(manifests, folder, 'package.json').some(({ manifest }) =>
        dependencyTables.some((table) => Object.hasOwn(tableAt(manifest, table), name)),
      ),
    manifestsFrom: (folder, name) => manifestsFrom(manifests, folder, name),
  };
}

/** Folders of packages by the name they give themselves. */
function foldersByName(manifests: SnapshotLayout['manifests']): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [path, manifest] of manifests) {
    const name = textAt(manifest, 'name');
    const isPackage = manifestNames.some((one) => one === fileNameOf(path));
    if (!isPackage || name === undefined) continue;
    const known = folders.get(name) ?? new Set<string>();
    folders.set(name, known);
    if (known.size < mostOfOneName) known.add(folderOf(path));
  }
  return folders;
}

function manifestsFrom(
  manifests: SnapshotLayout['manifests'],
  folder: string,
  name: string,
): readonly { readonly folder: string; readonly manifest: unknown }[] {
  return foldersFrom(folder).flatMap((at) => {
    const manifest = manifests.get(within(at, name));
    return manifest === undefined ? [] : [{ folder: at, manifest }];
  });
}

/** Files a package.json names without `exports`, the likeliest to be a source first. */
function mainFiles(manifest: unknown): readonly string[] {
  return ['source', 'svelte', 'module', 'main', 'types', 'typings', 'browser']
    .map((key) => textAt(manifest, key))
    .filter((one) => one !== undefined);
}
