/** Reads what a manifest exports, installs as commands and runs as scripts, each with the lines that state it. */

import type { EntryPoint, EntryPointKind } from '../../core/repositories/overview.ts';
import { findManifestLine } from './find-manifest-line.ts';

interface Manifest {
  readonly path: string;
  readonly text: string;
  /** The text as plain data. */
  readonly content: unknown;
}

/** Scripts that a newcomer runs, in this order. */
const usualScripts = ['start', 'dev', 'build', 'test', 'lint', 'check', 'format', 'bench', 'docs'];
const maxScripts = 6;
const maxCommands = 24;
const maxExports = 6;
/** Exports of a package below the root, because a monorepo has many packages. */
const maxPackageExports = 1;
const maxTargetLength = 160;
/** Lines after a key within which its target is. */
const maxTargetLines = 12;
/** Conditions of an export in the order in which they are shown. */
const conditions = ['import', 'default', 'require', 'node', 'browser', 'types'];

export interface FoundEntries {
  readonly entries: readonly EntryPoint[];
  /** How many entry points are not among them, because the lists are limited. */
  readonly more: number;
}

export function readManifestEntries(manifest: Manifest): FoundEntries {
  const name = manifest.path.slice(manifest.path.lastIndexOf('/') + 1);
  if (name === 'package.json') return readPackageJson(manifest);
  if (name === 'pyproject.toml') return readStated(manifest, readPyproject(manifest), maxCommands);
  if (name === 'Cargo.toml') return readStated(manifest, readCargo(manifest), maxCommands);
  if (name === 'composer.json') return readStated(manifest, readComposer(manifest), maxCommands);
  return { entries: name === 'go.mod' ? readGoModule(manifest) : [], more: 0 };
}

function readPackageJson(manifest: Manifest): FoundEntries {
  const { content, path } = manifest;
  const isRoot = !path.includes('/');
  const name = textProperty(content, 'name') ?? '';
  const bin = property(content, 'bin');
  const commands: readonly StatedEntry[] =
    typeof bin === 'string'
      ? [{ keys: ['bin'], kind: 'command', name: name.replace(/^@[^/]*\//, ''), target: bin }]
      : textEntries(bin).map(([command, target]) => ({
          keys: ['bin', command],
          kind: 'command',
          name: command,
          target,
        }));
  const exports = exportTargets(property(content, 'exports')).map(({ subpath, target }): StatedEntry => ({
    keys: subpath === undefined ? ['exports'] : ['exports', subpath],
    kind: 'export',
    name: subpath === undefined || subpath === '.' ? name : name + subpath.slice(1),
    target,
  }));
  const main = ['main', 'module'].flatMap((key): readonly StatedEntry[] => {
    const target = textProperty(content, key);
    return target === undefined ? [] : [{ keys: [key], kind: 'export', name, target }];
  });
  const scripts = new Map(textEntries(property(content, 'scripts')));
  const shownScripts = usualScripts.filter((script) => isRoot && scripts.has(script));
  const exported = readStated(manifest, exports, isRoot ? maxExports : maxPackageExports);
  return joinFound([
    readStated(manifest, commands, maxCommands),
    exported.entries.length > 0 ? exported : readStated(manifest, main.slice(0, 1), 1),
    readStated(
      manifest,
      shownScripts.map((script) => ({
        keys: ['scripts', script],
        kind: 'script',
        name: script,
        target: scripts.get(script) ?? '',
      })),
      maxScripts,
    ),
  ]);
}

export function joinFound(found: readonly FoundEntries[]): FoundEntries {
  return {
    entries: found.flatMap(({ entries }) => entries),
    more: found.reduce((sum, { more }) => sum + more, 0),
  };
}

interface ExportTarget {
  /** Undefined if the package has one export. */
  readonly subpath: string | undefined;
  readonly target: string;
}

function exportTargets(exported: unknown): readonly ExportTarget[] {
  if (typeof exported === 'string') return [{ subpath: undefined, target: exported }];
  const subpaths = Object.entries(asTable(exported)).filter(([key]) => key.startsWith('.'));
  if (subpaths.length === 0) {
    const target = firstTarget(exported);
    return target === undefined ? [] : [{ subpath: undefined, target }];
  }
  return subpaths.flatMap(([subpath, value]) => {
    const target = firstTarget(value);
    return target === undefined || subpath === './package.json' ? [] : [{ subpath, target }];
  });
}

/** The file of the first condition. */
function firstTarget(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const table = asTable(value);
  const ordered = [
    ...conditions.filter((condition) => Object.hasOwn(table, condition)),
    ...Object.keys(table),
  ];
  for (const condition of ordered) {
    const target = firstTarget(table[condition]);
    if (target !== undefined) return target;
  }
  return undefined;
}

function readPyproject({ content }: Manifest): readonly StatedEntry[] {
  const project = property(content, 'project');
  const poetry = property(property(content, 'tool'), 'poetry');
  const tables = [
    ['scripts', property(project, 'scripts')],
    ['gui-scripts', property(project, 'gui-scripts')],
    ['scripts', property(poetry, 'scripts')],
  ] as const;
  return tables.flatMap(([key, table]) =>
    textEntries(table).map(
      ([name, target]) => ({ keys: [key, name], kind: 'command', name, target }) as const,
    ),
  );
}

function readCargo({ content }: Manifest): readonly StatedEntry[] {
  const bins = property(content, 'bin');
  return (Array.isArray(bins) ? bins : []).flatMap((bin: unknown): readonly StatedEntry[] => {
    const [name, path] = [textProperty(bin, 'name'), textProperty(bin, 'path')];
    return name === undefined || path === undefined
      ? []
      : [{ keys: ['bin', 'name'], kind: 'command', name, target: path }];
  });
}

/** Namespaces that a PHP package loads, and its commands. */
function readComposer({ content }: Manifest): readonly StatedEntry[] {
  const bin = property(content, 'bin');
  const commands = (Array.isArray(bin) ? bin : [bin]).flatMap((target: unknown): readonly StatedEntry[] =>
    typeof target === 'string'
      ? [{ keys: ['bin'], kind: 'command', name: target.slice(target.lastIndexOf('/') + 1), target }]
      : [],
  );
  const namespaces = textEntries(property(property(content, 'autoload'), 'psr-4'));
  return [
    ...commands,
    ...namespaces.map(([name, target]): StatedEntry => ({
      keys: ['autoload', 'psr-4', name],
      kind: 'export',
      name: name.replace(/(?<!\\)\\+$/, ''),
      target,
    })),
  ];
}

function readGoModule(manifest: Manifest): readonly EntryPoint[] {
  const module = textProperty(manifest.content, 'module');
  const line = manifest.text.split('\n').findIndex((one) => /^module\s/.test(one));
  if (module === undefined || line === -1) return [];
  const target = `module ${module}`;
  return [
    { kind: 'export', name: module, target, path: manifest.path, startLine: line + 1, endLine: line + 1 },
  ];
}

interface StatedEntry {
  /** The key that states it, and the tables around it, outermost first. */
  readonly keys: readonly string[];
  readonly kind: EntryPointKind;
  readonly name: string;
  readonly target: string;
}

function readStated(manifest: Manifest, stated: readonly StatedEntry[], limit: number): FoundEntries {
  return {
    entries: stated.slice(0, limit).flatMap((one) => locate(manifest, one)),
    more: Math.max(0, stated.length - limit),
  };
}

/** @returns nothing unless the manifest's lines state both the key and the target */
function locate({ path, text }: Manifest, { keys, kind, name, target }: StatedEntry): readonly EntryPoint[] {
  if (name === '' || target === '' || target.length > maxTargetLength || /[`\n]/.test(name + target))
    return [];
  const startLine = findManifestLine(text, keys, keys.at(-1) === 'name' ? name : undefined);
  if (startLine === undefined) return [];
  const quoted = JSON.stringify(target).slice(1, -1);
  const lines = text.split('\n').slice(startLine - 1, startLine - 1 + maxTargetLines);
  const offset = lines.findIndex((line) => line.includes(quoted) || line.includes(target));
  return offset === -1 ? [] : [{ kind, name, target, path, startLine, endLine: startLine + offset }];
}

function textEntries(value: unknown): readonly (readonly [string, string])[] {
  return Object.entries(asTable(value)).flatMap(([key, item]) =>
    typeof item === 'string' ? [[key, item] as const] : [],
  );
}

function asTable(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function property(value: unknown, name: string): unknown {
  const table = asTable(value);
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function textProperty(value: unknown, name: string): string | undefined {
  const found = property(value, name);
  return typeof found === 'string' ? found : undefined;
}
