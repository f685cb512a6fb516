/** Resolves import aliases that build files define: `paths` and `baseUrl` of a tsconfig, a deno.json import map, and SvelteKit's `$lib`. */

import { createPathConfigs, matchPattern } from './path-configs.ts';
import type { EcmaScriptFiles } from './source-files.ts';
import type { EcmaScriptPackages } from './packages.ts';
import { tableAt, textAt } from '../manifest-values.ts';
import type { SnapshotLayout } from '../module-map.ts';
import { parentFolder, foldersFrom, joinPath, childPath } from '../snapshot-path.ts';

/** The folder of a SvelteKit app contains at least one of these files. */
const kitFiles = [
  'svelte.config.js',
  'svelte.config.ts',
  'vite.config.ts',
  'vite.config.js',
  'package.json',
] as const;

interface EcmaScriptAliases {
  /** `missing` when a pattern matches but none of its target files exists. */
  byConfig(folder: string, name: string): number | 'missing' | undefined;
  byBaseUrl(folder: string, name: string): number | undefined;
  /** The target of the name, as written in the import map of the folder. */
  byImportMap(
    folder: string,
    name: string,
  ): { readonly folder: string; readonly written: string } | undefined;
  /** @param name `$lib` or a path below it */
  byKit(folder: string, name: string): number | undefined;
}

export function createEcmaScriptAliases(
  layout: SnapshotLayout,
  files: EcmaScriptFiles,
  packages: EcmaScriptPackages,
): EcmaScriptAliases {
  const configs = createPathConfigs(layout, (name) => packages.locate(name, ''));
  const folders = new Set(['']);
  for (const { path } of layout.files) {
    for (let at = parentFolder(path); !folders.has(at); at = parentFolder(at)) folders.add(at);
  }
  const findIn = (folder: string, written: string): number | undefined => {
    const path = joinPath(folder, written);
    return path === undefined ? undefined : files.find(path);
  };
  const isApp = (folder: string): boolean =>
    folders.has(childPath(folder, 'src/lib')) &&
    kitFiles.some(
      (name) => layout.byPath.has(childPath(folder, name)) || layout.manifests.has(childPath(folder, name)),
    );

  return {
    byConfig(folder, name) {
      let missing: 'missing' | undefined;
      for (const { patterns } of configs(folder)) {
        const pattern = patterns.find((candidate) => matchPattern(candidate, name) !== undefined);
        if (pattern === undefined) continue;
        const star = matchPattern(pattern, name) ?? '';
        const targets = pattern.targets.filter((target) => !target.includes('node_modules/'));
        const found = findFirst(targets, (target) => files.find(target.replace('*', () => star)));
        if (found !== undefined) return found;
        if (targets.length > 0 && pattern.prefix !== '') missing = 'missing';
      }
      return missing;
    },
    byBaseUrl: (folder, name) =>
      findFirst(configs(folder), ({ baseUrl }) =>
        baseUrl === undefined ? undefined : findIn(baseUrl, name),
      ),
    byImportMap: (folder, name) =>
      findFirst(['deno.json', 'deno.jsonc'], (manifestName) =>
        findFirst(packages.manifestsFrom(folder, manifestName), ({ folder: at, manifest }) => {
          const written = applyImportMap(tableAt(manifest, 'imports'), name);
          return written === undefined ? undefined : { folder: at, written };
        }),
      ),
    byKit(folder, name) {
      const app = foldersFrom(folder).find(isApp);
      return app === undefined ? undefined : findIn(childPath(app, 'src/lib'), name.slice('$lib'.length));
    },
  };
}

/** Applies an import map: an exact name, or the longest prefix that ends in a slash. */
function applyImportMap(imports: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const prefixes = foldersFrom(name)
    .slice(1, -1)
    .map((prefix) => `${prefix}/`);
  const key = [name, ...prefixes].find((candidate) => Object.hasOwn(imports, candidate));
  const target = key === undefined ? undefined : textAt(imports, key);
  return key === undefined || target === undefined ? undefined : target + name.slice(key.length);
}

function findFirst<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
