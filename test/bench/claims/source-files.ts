/**
 * Reads the source files for the claims: this project and its installed packages, or the HEAD of each clone in a folder.
 * Every run returns the same files in the same order.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** Name of the repository or package. */
  readonly repository: string;
  readonly path: string;
  readonly text: string;
}

const projectFolder = join(import.meta.dirname, '../../..');
/** Packages that ship their original source with comments. */
const packages =
  'hono picomatch ignore modern-tar robots-parser zod jsonc-parser debug ws semver commander magic-string p-queue p-timeout kleur path-to-regexp eventemitter3 graphology tar-stream b4a streamx acorn chai postcss vfile unified mdast-util-from-markdown micromark markdown-table property-information space-separated-tokens trough zwitch longest-streak devlop bail tabbable mustache d3-selection d3-zoom d3-drag follow-redirects fast-uri smol-toml js-tiktoken pathe require-from-string source-map-js langsmith undici magic-string svelte estree-walker is-reference'.split(
    ' ',
  );
const sourceName = /(?<!\.d|\.min|\.test|\.spec)\.(?:m?[jt]s|py|go|rs|rb|php)$/;
const notSource =
  /(?:^|\/)(?:node_modules|dist\/(?:cjs|umd|browser)|umd|min|cjs|fixtures?|tests?|__tests__|vendor|examples?|bench(?:marks)?|docs?_src|locales?)\//;
const maxFileChars = 200_000;
/** Maximum per repository, so that no repository dominates. */
const maxFiles = 60;

export function readOwnFiles(): readonly SourceFile[] {
  const listing = execFileSync('git', ['ls-files', 'worker', 'clients', 'web/src'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  const paths = listing.split('\n').filter((path) => isSource(path) && existsSync(join(projectFolder, path)));
  return readFiles('wherefore', paths, (path) => readFileSync(join(projectFolder, path), 'utf8'));
}

export function readPackageFiles(): readonly SourceFile[] {
  return [...new Set(packages)].flatMap((name) => {
    const folder = join(projectFolder, 'node_modules', name);
    if (!existsSync(folder)) return [];
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => isSource(path) && statSync(join(folder, path)).size <= maxFileChars,
    );
    return readFiles(name, paths, (path) => readFileSync(join(folder, path), 'utf8'));
  });
}

/**
 * @param folder contains clones named `owner+name/repo` or `owner+name`, bare or not
 * @param selectedNames parts of clone names; an empty list selects all clones
 */
export function readCloneFiles(folder: string, selectedNames: readonly string[]): readonly SourceFile[] {
  return readdirSync(folder)
    .filter((name) => selectedNames.length === 0 || selectedNames.some((selected) => name.includes(selected)))
    .toSorted()
    .flatMap((name) => {
      const inner = join(folder, name, 'repo');
      const clone = existsSync(inner) ? inner : join(folder, name);
      return readClone(name, clone);
    });
}

function readClone(name: string, clone: string): readonly SourceFile[] {
  const git = (args: readonly string[]): string =>
    execFileSync('git', ['-C', clone, ...args], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const paths = git(['ls-tree', '-r', '--name-only', 'HEAD']).split('\n').filter(isSource);
    return readFiles(name, paths, (path) => git(['show', `HEAD:${path}`]));
  } catch {
    return [];
  }
}

function isSource(path: string): boolean {
  return sourceName.test(path) && !notSource.test(path);
}

function readFiles(
  repository: string,
  paths: readonly string[],
  read: (path: string) => string,
): readonly SourceFile[] {
  return sampleEvenly(paths.toSorted(), maxFiles)
    .map((path) => ({ repository, path, text: read(path) }))
    .filter(({ text }) => text.length <= maxFileChars && !/^.{2000}/m.test(text));
}

/** Samples at most `max` items, evenly spread over the list. */
function sampleEvenly<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  return Array.from({ length: max }, (_, index) => list[Math.floor((index * list.length) / max)]).filter(
    (item) => item !== undefined,
  );
}
