/**
 * `paths` and `baseUrl` of the nearest tsconfig.json or jsconfig.json above a file, with what it extends in the repository. A config that
 * only refers to others (as Vite's templates make them) stands for those.
 */

import { tableAt, textAt, textsAt, listAt } from './manifest-values.ts';
import type { SnapshotLayout } from './module-map.ts';
import { folderOf, foldersFrom, joinPath, within } from './snapshot-path.ts';

/** Configs that extend or refer to each other are followed this deep. */
const mostExtended = 10;
const mostPatterns = 300;

interface PathPattern {
  readonly prefix: string;
  /** What follows the `*`; undefined where there is none. */
  readonly suffix: string | undefined;
  /** From the root of the repository, with the `*`. */
  readonly targets: readonly string[];
}

interface PathConfig {
  /** Folder that names which are not relative are looked for in. */
  readonly baseUrl: string | undefined;
  /** The likeliest first: names without a `*`, then the longest prefix. */
  readonly patterns: readonly PathPattern[];
}

interface Options {
  readonly baseUrl: string | undefined;
  readonly paths: { readonly folder: string; readonly table: Readonly<Record<string, unknown>> } | undefined;
}

/** @param locate the folder of a package of the repository, for a config that extends a package's. */
export function createPathConfigs(
  { manifests }: SnapshotLayout,
  locate: (name: string) => string | undefined,
): (folder: string) => readonly PathConfig[] {
  const known = new Map<string, readonly PathConfig[]>();

  function extended(folder: string, written: string): string | undefined {
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(written) ?? [];
    const packageFolder = written.startsWith('.') ? undefined : locate(name);
    if (!written.startsWith('.') && packageFolder === undefined) return undefined;
    const path = packageFolder === undefined ? joinPath(folder, written) : within(packageFolder, rest);
    if (path === undefined) return undefined;
    return [path, `${path}.json`, within(path, 'tsconfig.json')].find((one) => manifests.has(one));
  }

  function optionsOf(path: string, depth: number): Options {
    const manifest = manifests.get(path);
    const folder = folderOf(path);
    const inherited = textsAt(manifest, 'extends')
      .slice(0, mostExtended)
      .flatMap((one) => extended(folder, one) ?? [])
      .map((one) => (depth < mostExtended ? optionsOf(one, depth + 1) : undefined));
    const last = <K extends keyof Options>(key: K): Options[K] | undefined =>
      inherited.findLast((options) => options?.[key] !== undefined)?.[key];
    const table = tableAt(manifest, 'compilerOptions', 'paths');
    const baseUrl = textAt(manifest, 'compilerOptions', 'baseUrl');
    return {
      baseUrl: baseUrl === undefined ? last('baseUrl') : joinPath(folder, baseUrl),
      paths: Object.keys(table).length > 0 ? { folder, table } : last('paths'),
    };
  }

  function configsOf(path: string): readonly PathConfig[] {
    const own = configOf(optionsOf(path, 0), folderOf(path));
    const referred = listAt(manifests.get(path), 'references')
      .slice(0, mostExtended)
      .flatMap((one) => extended(folderOf(path), `./${textAt(one, 'path') ?? ''}`) ?? [])
      // Each project of a solution has its own folder; only configs beside the solution's speak of its files.
      .filter((one) => folderOf(one) === folderOf(path) && one !== path);
    return [own, ...referred.map((one) => configOf(optionsOf(one, 0), folderOf(one)))];
  }

  return (folder) => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const path = foldersFrom(folder)
      .flatMap((at) => [within(at, 'tsconfig.json'), within(at, 'jsconfig.json')])
      .find((one) => manifests.has(one));
    const configs = path === undefined ? [] : (known.get(`config:${path}`) ?? configsOf(path));
    if (path !== undefined) known.set(`config:${path}`, configs);
    known.set(folder, configs);
    return configs;
  };
}

/** @param folder of the config the file is under, which `${configDir}` stands for. */
function configOf({ baseUrl, paths }: Options, folder: string): PathConfig {
  const base = baseUrl ?? paths?.folder ?? folder;
  const patterns = Object.keys(paths?.table ?? {})
    .slice(0, mostPatterns)
    .map((key) => {
      const star = key.indexOf('*');
      const targets = textsAt(paths?.table, key).flatMap((target) => {
        const own = target.startsWith('${configDir}');
        return joinPath(own ? folder : base, own ? target.slice('${configDir}'.length) : target) ?? [];
      });
      return {
        prefix: star < 0 ? key : key.slice(0, star),
        suffix: star < 0 ? undefined : key.slice(star + 1),
        targets,
      };
    });
  return {
    baseUrl,
    patterns: patterns.toSorted((a, b) => Number(rank(b) > rank(a)) - Number(rank(b) < rank(a))),
  };
}

/** A name without a `*` before every pattern, then the longest prefix. */
function rank({ prefix, suffix }: PathPattern): number {
  return suffix === undefined ? Infinity : prefix.length;
}

/** What the `*` of a pattern stands for; empty where it has none, undefined where the name does not match. */
export function matchPattern(
  { prefix, suffix }: Pick<PathPattern, 'prefix' | 'suffix'>,
  name: string,
): string | undefined {
  if (suffix === undefined) return name === prefix ? '' : undefined;
  const matches =
    name.startsWith(prefix) && name.endsWith(suffix) && name.length >= prefix.length + suffix.length;
  return matches ? name.slice(prefix.length, name.length - suffix.length) : undefined;
}
