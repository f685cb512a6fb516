/**
 * A large tree of real code to index, the same on every machine with the same lock file: sources of the installed
 * packages with a permissive licence, as hand-written as packages come. Copies of one content are taken once.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../clients/cli/project-folder.ts';
import type { PackSource } from '../../clients/cli/source/pack-source.ts';
import { memorySource } from './memory-source.ts';
import { sortByHash } from './sort-by-hash.ts';

export interface LibraryFile {
  readonly path: string;
  readonly text: string;
}

const packagesFolder = join(projectFolder, 'node_modules');
const permissive = /^\(?(?:MIT|MIT-0|ISC|BSD|0BSD|Apache-2\.0|BlueOak|Unlicense|CC0)/;
const source = /\.(?:[cm]?[jt]s|[jt]sx|md)$/;
const notSource = /(?:^|\/)(?:node_modules|vendor|third[_-]party|\.[^/]*)\/|[.-]min\.|\.map$/;
const maxFileBytes = 150_000;
/** Longer lines on average are a bundler's. */
const maxLineBytes = 90;

/** Mixing the packages, so that few files find what they import; or one package after another, each whole. */
type LibraryOrder = 'mixed' | 'by-package';

/** Files of about so many bytes in all. */
export function libraryFiles(totalBytes: number, order: LibraryOrder = 'mixed'): LibraryFile[] {
  const files: LibraryFile[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const path of candidates(order)) {
    if (bytes >= totalBytes) break;
    if (!isFileWithin(join(packagesFolder, path), maxFileBytes)) continue;
    const text = readFileSync(join(packagesFolder, path), 'utf8');
    const isBundled = text.length > maxLineBytes * text.split('\n').length;
    const hash = sha256(text);
    if (isBundled || text.includes('\0') || seen.has(hash)) continue;
    seen.add(hash);
    files.push({ path: `packages/${path}`, text });
    bytes += text.length;
  }
  return files;
}

export function librarySource(name: string, files: readonly LibraryFile[]): PackSource {
  return memorySource(
    name,
    files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) })),
  );
}

/** Paths below `node_modules`, by the hash of the path, or of the package and then by path. */
function candidates(order: LibraryOrder): string[] {
  if (order === 'by-package') return sortByHash(packages(), (name) => name).flatMap(pathsOf);
  return sortByHash(packages().flatMap(pathsOf), (path) => path);
}

function pathsOf(name: string): string[] {
  return readdirSync(join(packagesFolder, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => source.test(path) && !notSource.test(path))
    .map((path) => `${name}/${path}`)
    .sort();
}

/** Names of the installed packages with a permissive licence. */
function packages(): string[] {
  const names = readdirSync(packagesFolder).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(packagesFolder, name)).map((below) => `${name}/${below}`)
      : [name],
  );
  return names.filter((name) => !name.startsWith('.') && permissive.test(licenceOf(name)));
}

function licenceOf(name: string): string {
  const path = join(packagesFolder, name, 'package.json');
  if (!existsSync(path)) return '';
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const hasLicence = typeof manifest === 'object' && manifest !== null && 'license' in manifest;
  return hasLicence && typeof manifest.license === 'string' ? manifest.license : '';
}

function isFileWithin(path: string, bytes: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isFile() && found.size <= bytes;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
