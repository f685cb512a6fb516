/**
 * Reads `paths` and `baseUrl` of the nearest tsconfig.json or jsconfig.json above a file, including the configs it extends. The configs
 * in the same folder that it references (as in Vite's templates) apply too.
 */

import { tableAt, textAt, textsAt, listAt } from '../manifest-values.ts';
import type { SnapshotLayout } from '../module-map.ts';
import { parentFolder, foldersFrom, joinPath, childPath } from '../snapshot-path.ts';

/** Maximum depth to which configs that extend each other are followed, and number of configs per list. */
const maxDepth = 10;
const maxPatterns = 300;

interface PathPattern {
  readonly prefix: string;
  /** The text after the `*`; undefined without a `*`. */
  readonly suffix: string | undefined;
  /** From the root of the repository, with the `*`. */
  readonly targets: readonly string[];
}

interface PathConfig {
  /** Folder in which non-relative names are looked up. */
  readonly baseUrl: string | undefined;
  /** In order of precedence: names without a `*`, then the longest prefix. */
  readonly patterns: readonly PathPattern[];
}

interface Options {
  readonly baseUrl: string | undefined;
  readonly paths: { readonly folder: string; readonly table: Readonly<Record<string, unknown>> } | undefined;
}

/** @param locate finds the folder of a package, for a config that extends one from a package */
export function createPathConfigs(
  { manifests }: SnapshotLayout,
  locate: (name: string) => string | undefined,
): (folder: string) => readonly PathConfig[] {
  const known = new Map<string, readonly PathConfig[]>();

  function resolveExtended(folder: string, written: string): string | undefined {
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(written) ?? [];
    const packageFolder = written.startsWith('.') ? undefined : locate(name);
    if (!written.startsWith('.') && packageFolder === undefined) return undefined;
    const path = packageFolder === undefined ? joinPath(folder, written) : childPath(packageFolder, rest);
    if (path === undefined) return undefined;
    return [path, `${path}.json`, childPath(path, 'tsconfig.json')].find((candidate) =>
      manifests.has(candidate),
    );
  }

  function readOptions(path: string, depth: number): Options {
    const manifest = manifests.get(path);
    const folder = parentFolder(path);
    const inherited = textsAt(manifest, 'extends')
      .slice(0, maxDepth)
      .flatMap((written) => resolveExtended(folder, written) ?? [])
      .map((base) => (depth < maxDepth ? readOptions(base, depth + 1) : undefined));
    const lastInherited = <K extends keyof Options>(key: K): Options[K] | undefined =>
      inherited.findLast((options) => options?.[key] !== undefined)?.[key];
    const table = tableAt(manifest, 'compilerOptions', 'paths');
    const baseUrl = textAt(manifest, 'compilerOptions', 'baseUrl');
    return {
      baseUrl: baseUrl === undefined ? lastInherited('baseUrl') : joinPath(folder, baseUrl),
      paths: Object.keys(table).length > 0 ? { folder, table } : lastInherited('paths'),
    };
  }

  function readConfigs(path: string): readonly PathConfig[] {
    const own = toConfig(readOptions(path, 0), parentFolder(path));
    const references = listAt(manifests.get(path), 'references')
      .slice(0, maxDepth)
      .flatMap(
        (reference) => resolveExtended(parentFolder(path), `./${textAt(reference, 'path') ?? ''}`) ?? [],
      )
      // Each project of a solution has its own folder; only configs in the same folder apply to its files.
      .filter((reference) => parentFolder(reference) === parentFolder(path) && reference !== path);
    return [
      own,
      ...references.map((reference) => toConfig(readOptions(reference, 0), parentFolder(reference))),
    ];
  }

  return (folder) => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const path = foldersFrom(folder)
      .flatMap((at) => [childPath(at, 'tsconfig.json'), childPath(at, 'jsconfig.json')])
      .find((candidate) => manifests.has(candidate));
    const configs = path === undefined ? [] : (known.get(`config:${path}`) ?? readConfigs(path));
    if (path !== undefined) known.set(`config:${path}`, configs);
    known.set(folder, configs);
    return configs;
  };
}

/** @param folder the folder of the nearest config, to which `${configDir}` refers */
function toConfig({ baseUrl, paths }: Options, folder: string): PathConfig {
  const base = baseUrl ?? paths?.folder ?? folder;
  const patterns = Object.keys(paths?.table ?? {})
    .slice(0, maxPatterns)
    .map((key) => {
      const star = key.indexOf('*');
      const targets = textsAt(paths?.table, key).flatMap((target) => {
        const usesConfigDir = target.startsWith('${configDir}');
        const relative = usesConfigDir ? target.slice('${configDir}'.length) : target;
        return joinPath(usesConfigDir ? folder : base, relative) ?? [];
      });
      return {
        prefix: star < 0 ? key : key.slice(0, star),
        suffix: star < 0 ? undefined : key.slice(star + 1),
        targets,
      };
    });
  return {
    baseUrl,
    patterns: patterns.toSorted(
      (a, b) => Number(patternRank(b) > patternRank(a)) - Number(patternRank(b) < patternRank(a)),
    ),
  };
}

/** A name without a `*` ranks above every pattern; patterns rank by prefix length. */
function patternRank({ prefix, suffix }: PathPattern): number {
  return suffix === undefined ? Infinity : prefix.length;
}

/** The text that the `*` of a pattern matches; empty without a `*`, undefined when the name does not match. */
export function matchPattern(
  { prefix, suffix }: Pick<PathPattern, 'prefix' | 'suffix'>,
  name: string,
): string | undefined {
  if (suffix === undefined) return name === prefix ? '' : undefined;
  const matches =
    name.startsWith(prefix) && name.endsWith(suffix) && name.length >= prefix.length + suffix.length;
  return matches ? name.slice(prefix.length, name.length - suffix.length) : undefined;
}
