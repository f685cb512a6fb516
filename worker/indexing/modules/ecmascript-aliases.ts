/**
 * Names that stand for files because a build file says so: `paths` and `baseUrl` of a tsconfig, the import map of a deno.json, and
 * SvelteKit's `$lib`.
 */

import { createPathConfigs, matchPattern } from './ecmascript-configs.ts';
import type { EcmaScriptFiles } from './ecmascript-files.ts';
import type { EcmaScriptPackages } from './ecmascript-packages.ts';
import { tableAt, textAt } from './manifest-values.ts';
import type { SnapshotLayout } from './module-map.ts';
import { folderOf, foldersFrom, joinPath, within } from './snapshot-path.ts';

/** An app of SvelteKit's has one of these. */
const kitFiles = [
  'svelte.config.js',
  'svelte.config.ts',
  'vite.config.ts',
  'vite.config.js',
  'package.json',
] as const;

interface EcmaScriptAliases {
  /** `missing` where a pattern stands for files of the repository, and none of them is there. */
  byConfig(folder: string, name: string): number | 'missing' | undefined;
  byBaseUrl(folder: string, name: string): number | undefined;
  /** What the name stands for, as written in the folder. */
  byImportMap(
    folder: string,
    name: string,
  ): { readonly folder: string; readonly written: string } | undefined;
  /** @param name `$lib` or what lies in it. */
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
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  const findIn = (folder: string, written: string): number | undefined => {
    const path = joinPath(folder, written);
    return path === undefined ? undefined : files.find(path);
  };
  const isApp = (folder: string): boolean =>
    folders.has(within(folder, 'src/lib')) &&
    kitFiles.some(
      (name) => layout.byPath.has(within(folder, name)) || layout.manifests.has(within(folder, name)),
    );

  return {
    byConfig(folder, name) {
      let missing: 'missing' | undefined;
      for (const { patterns } of configs(folder)) {
        const pattern = patterns.find((one) => matchPattern(one, name) !== undefined);
        if (pattern === undefined) continue;
        const star = matchPattern(pattern, name) ?? '';
        const targets = pattern.targets.filter((target) => !target.includes('node_modules/'));
        const found = firstOf(targets, (target) => files.find(target.replace('*', () => star)));
        if (found !== undefined) return found;
        if (targets.length > 0 && pattern.prefix !== '') missing = 'missing';
      }
      return missing;
    },
    byBaseUrl: (folder, name) =>
      firstOf(configs(folder), ({ baseUrl }) => (baseUrl === undefined ? undefined : findIn(baseUrl, name))),
    byImportMap: (folder, name) =>
      firstOf(['deno.json', 'deno.jsonc'], (manifestName) =>
        firstOf(packages.manifestsFrom(folder, manifestName), ({ folder: at, manifest }) => {
          const written = mapped(tableAt(manifest, 'imports'), name);
          return written === undefined ? undefined : { folder: at, written };
        }),
      ),
    byKit(folder, name) {
      const app = foldersFrom(folder).find(isApp);
      return app === undefined ? undefined : findIn(within(app, 'src/lib'), name.slice('$lib'.length));
    },
  };
}

/** A whole name of an import map, or the longest of its prefixes that end in a slash. */
function mapped(imports: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const prefixes = foldersFrom(name)
    .slice(1, -1)
    .map((prefix) => `${prefix}/`);
  const key = [name, ...prefixes].find((one) => Object.hasOwn(imports, one));
  const to = key === undefined ? undefined : textAt(imports, key);
  return key === undefined || to === undefined ? undefined : to + name.slice(key.length);
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
