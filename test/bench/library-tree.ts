/**
 * Builds a large tree of real code to index, from the installed packages with a permissive license. The same lock file gives the same tree
 * on every machine. Files with identical content occur once, and bundled files are excluded.
 */

import type { PackEntry, PackSource } from '../../clients/cli/source/pack-source.ts';
import { sortByHash } from './sort-by-hash.ts';
import { fileEntry } from '../../clients/cli/source/read-files.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../clients/cli/local-server/project-folder.ts';

export interface LibraryFile {
  readonly path: string;
  readonly text: string;
}

const packagesFolder = join(projectFolder, 'node_modules');
const permissiveLicense = /^\(?(?:MIT|MIT-0|ISC|BSD|0BSD|Apache-2\.0|BlueOak|Unlicense|CC0)/;
const source = /\.(?:[cm]?[jt]s|[jt]sx|md)$/;
const notSource = /(?:^|\/)(?:node_modules|vendor|third[_-]party|\.[^/]*)\/|[.-]min\.|\.map$/;
const maxFileBytes = 150_000;
/** Maximum average length of a line. Longer lines suggest the output of a bundler. */
const maxLineBytes = 90;

/** `mixed` interleaves the packages, so few imports resolve. `by-package` takes whole packages, one after another. */
type LibraryOrder = 'mixed' | 'by-package';

/** Returns files with about `totalBytes` in total. */
export function libraryFiles(totalBytes: number, order: LibraryOrder = 'mixed'): LibraryFile[] {
  const files: LibraryFile[] = [];
  const seenHashes = new Set<string>();
  let bytes = 0;
  for (const path of listCandidatePaths(order)) {
    if (bytes >= totalBytes) break;
    if (!isFileOfAtMost(join(packagesFolder, path), maxFileBytes)) continue;
    const text = readFileSync(join(packagesFolder, path), 'utf8');
    const isBundled = text.length > maxLineBytes * text.split('\n').length;
    const hash = sha256(text);
    if (isBundled || text.includes('\0') || seenHashes.has(hash)) continue;
    seenHashes.add(hash);
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

/** Paths below `node_modules`, ordered by the hash of the path, or by the hash of the package and then by path. */
function listCandidatePaths(order: LibraryOrder): string[] {
  if (order === 'by-package') return sortByHash(listPackages(), (name) => name).flatMap(listPaths);
  return sortByHash(listPackages().flatMap(listPaths), (path) => path);
}

function listPaths(name: string): string[] {
  return readdirSync(join(packagesFolder, name), { recursive: true, encoding: 'utf8' })
    .filter((path) => source.test(path) && !notSource.test(path))
    .map((path) => `${name}/${path}`)
    .sort();
}

/** Names of the installed packages with a permissive license. */
function listPackages(): string[] {
  const names = readdirSync(packagesFolder).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(packagesFolder, name)).map((packageName) => `${name}/${packageName}`)
      : [name],
  );
  return names.filter((name) => !name.startsWith('.') && permissiveLicense.test(readLicense(name)));
}

function readLicense(name: string): string {
  const path = join(packagesFolder, name, 'package.json');
  if (!existsSync(path)) return '';
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const hasLicense = typeof manifest === 'object' && manifest !== null && 'license' in manifest;
  return hasLicense && typeof manifest.license === 'string' ? manifest.license : '';
}

function isFileOfAtMost(path: string, bytes: number): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status !== undefined && status.isFile() && status.size <= bytes;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface MemoryFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Creates a source whose files are in memory, so that a bench measures only the server. */
export function memorySource(name: string, files: readonly MemoryFile[]): PackSource {
  return {
    defaultName: name,
    ref: undefined,
    commit: undefined,
    description: 'files in memory',
    notes: [],
    skipped: [],
    total: files.length,
    entries: async function* (): AsyncGenerator<PackEntry> {
      for (const { path, bytes } of files) {
        yield fileEntry({ path, size: bytes.length, mode: 0o644, content: () => yieldBytes(bytes) });
      }
    },
  };
}

async function* yieldBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
