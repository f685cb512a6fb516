/**
 * Files that claims are made of: this project's own source and packages installed beside it, and, with a folder of clones, other
 * repositories at their HEAD. Deterministic: the same files in the same order each time.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** Of the repository or package. */
  readonly repository: string;
  readonly path: string;
  readonly text: string;
}

const project = join(import.meta.dirname, '../..');
/** Packages that ship their source as it was written, comments included. */
const packages =
  'hono picomatch ignore modern-tar robots-parser zod jsonc-parser debug ws semver commander magic-string p-queue p-timeout kleur path-to-regexp eventemitter3 graphology tar-stream b4a streamx acorn chai postcss vfile unified mdast-util-from-markdown micromark markdown-table property-information space-separated-tokens trough zwitch longest-streak devlop bail tabbable mustache d3-selection d3-zoom d3-drag follow-redirects fast-uri smol-toml js-tiktoken pathe require-from-string source-map-js langsmith undici magic-string svelte estree-walker is-reference'.split(
    ' ',
  );
const sourceName = /(?<!\.d|\.min|\.test|\.spec)\.(?:m?[jt]s|py|go|rs|rb|php)$/;
const notSource =
  /(?:^|\/)(?:node_modules|dist\/(?:cjs|umd|browser)|umd|min|cjs|fixtures?|tests?|__tests__|vendor|examples?|bench(?:marks)?|docs?_src|locales?)\//;
const longestFile = 200_000;
/** Of one repository, so that none outweighs the others. */
const mostFiles = 60;

export function ownFiles(): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', 'worker', 'clients', 'web/src'], {
    cwd: project,
    encoding: 'utf8',
  });
  const paths = listed.split('\n').filter((path) => isSource(path) && existsSync(join(project, path)));
  return filesOf('wherefore', paths, (path) => readFileSync(join(project, path), 'utf8'));
}

export function packageFiles(): readonly SourceFile[] {
  return [...new Set(packages)].flatMap((name) => {
    const folder = join(project, 'node_modules', name);
    if (!existsSync(folder)) return [];
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => isSource(path) && statSync(join(folder, path)).size <= longestFile,
    );
    return filesOf(name, paths, (path) => readFileSync(join(folder, path), 'utf8'));
  });
}

/** @param folder holds `owner+name/repo` or `owner+name`, bare or not */
export function cloneFiles(folder: string, only: readonly string[]): readonly SourceFile[] {
  return readdirSync(folder)
    .filter((name) => only.length === 0 || only.some((one) => name.includes(one)))
    .toSorted()
    .flatMap((name) => {
      const inner = join(folder, name, 'repo');
      const clone = existsSync(inner) ? inner : join(folder, name);
      return filesOfClone(name, clone);
    });
}

function filesOfClone(name: string, clone: string): readonly SourceFile[] {
  const git = (args: readonly string[]): string =>
    execFileSync('git', ['-C', clone, ...args], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const paths = git(['ls-tree', '-r', '--name-only', 'HEAD']).split('\n').filter(isSource);
    return filesOf(name, paths, (path) => git(['show', `HEAD:${path}`]));
  } catch {
    return [];
  }
}

function isSource(path: string): boolean {
  return sourceName.test(path) && !notSource.test(path);
}

function filesOf(
  repository: string,
  paths: readonly string[],
  read: (path: string) => string,
): readonly SourceFile[] {
  return spread(paths.toSorted(), mostFiles)
    .map((path) => ({ repository, path, text: read(path) }))
    .filter(({ text }) => text.length <= longestFile && !/^.{2000}/m.test(text));
}

/** So many of a list, from all over it. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]).filter(
    (one) => one !== undefined,
  );
}
