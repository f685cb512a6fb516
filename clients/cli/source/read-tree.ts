/**
 * Reads the tree of a commit as entries to pack. It uses `ls-tree` and `cat-file`, because `git archive` drops paths
 * marked `export-ignore` and rewrites those marked `export-subst`.
 */

import { createByteReader } from './byte-reader.ts';
import type { ByteReader } from './byte-reader.ts';
import { CommandError } from '../command-error.ts';
import type { SkippedEntry, PackEntry } from './pack-source.ts';
import { allFilesMissing, describeMissingObject, listMissingObjects } from './missing-objects.ts';
import { fileEntry, symlinkEntry } from './read-files.ts';
import { runGit, splitRecords, startGit } from './run-git.ts';

export interface TreeFile {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

const submoduleMode = '160000';
const symlinkMode = '120000';

/** Lists every file of the tree; submodules are skipped with a reason. */
export async function listTree(folder: string, commit: string, skipped: SkippedEntry[]): Promise<TreeFile[]> {
  const { code, stdout, stderr } = await runGit(folder, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (code !== 0) throw gitFailure('ls-tree', stderr);
  const files: TreeFile[] = [];
  for (const record of splitRecords(stdout)) {
    const [facts = '', path = ''] = splitOnce(record, '\t');
    const [mode = '', , object = ''] = facts.split(' ');
    if (mode === submoduleMode)
      skipped.push({ path: `${path}/`, reason: 'special-entry', detail: 'a submodule' });
    else if (path.includes('\uFFFD'))
      skipped.push({ path, reason: 'unreadable', detail: 'its name is not UTF-8' });
    else files.push({ mode, object, path });
  }
  return files;
}

interface TreeReading {
  readonly commit: string;
  readonly files: readonly TreeFile[];
  /** Receives the files whose contents the repository lacks. */
  readonly skipped: SkippedEntry[];
}

/**
 * Reads the files' contents in order through one git process. Git fetches contents that a partial clone lacks; if it cannot, it exits, and a second
 * process reads only what the clone contains.
 *
 * @throws CommandError if no file can be read
 */
export async function* readTree(
  folder: string,
  { commit, files, skipped }: TreeReading,
): AsyncGenerator<PackEntry> {
  let missing: ReadonlySet<string> = new Set();
  let batch = openBatch(folder);
  let readCount = 0;
  try {
    for (const file of files) {
      let header = missing.has(file.object) ? missingHeader : await batch.find(file);
      if (header === '' && missing.size === 0) {
        missing = await listMissingObjects(folder, commit);
        if (!missing.has(file.object)) throw gitFailure(`cat-file of ${file.path}`, batch.errorOutput());
        batch.close();
        batch = openBatch(folder);
        header = missingHeader;
      }
      if (header.endsWith(missingHeader)) {
        skipped.push({ path: file.path, reason: 'unreadable', detail: await describeMissingObject(folder) });
        continue;
      }
      yield* readEntry(batch.reader, file, parseSize(header, file, batch.errorOutput()));
      readCount += 1;
    }
  } finally {
    batch.close();
  }
  if (readCount === 0 && files.length > 0) throw allFilesMissing(folder, files.length);
}

/** The end of the header line of an object that the repository lacks. */
const missingHeader = ' missing';

interface Batch {
  readonly reader: ByteReader;
  /** Returns the header line of a file's content; empty if git has exited. */
  find(file: TreeFile): Promise<string>;
  errorOutput(): string;
  close(): void;
}

function openBatch(folder: string): Batch {
  const git = startGit(folder, ['cat-file', '--batch']);
  let errorOutput = '';
  git.stderr.on('data', (piece: Buffer) => (errorOutput += piece.toString()));
  // A broken pipe shows up as truncated output.
  git.stdin.on('error', () => undefined);
  const reader = createByteReader(git.stdout);
  return {
    reader,
    find: async (file) => {
      git.stdin.write(`${file.object}\n`);
      return reader.line();
    },
    errorOutput: () => errorOutput,
    close: () => git.kill(),
  };
}

async function* readEntry(reader: ByteReader, file: TreeFile, size: number): AsyncGenerator<PackEntry> {
  if (file.mode === symlinkMode)
    yield symlinkEntry(file.path, new TextDecoder().decode(await reader.bytes(size)));
  else yield* readFile(reader, file, size);
  await reader.skip(1);
}

async function* readFile(reader: ByteReader, file: TreeFile, size: number): AsyncGenerator<PackEntry> {
  let isRead = false;
  const content = (): AsyncIterable<Uint8Array> => {
    isRead = true;
    return reader.pieces(size);
  };
  yield fileEntry({ path: file.path, size, mode: Number.parseInt(file.mode, 8), content });
  if (!isRead) await reader.skip(size);
}

/** Parses the size from a header line: `<object> blob <size>`. */
function parseSize(header: string, file: TreeFile, errorOutput: string): number {
  const [, kind, size] = header.split(' ');
  if (kind === 'blob' && size !== undefined) return Number(size);
  throw gitFailure(`cat-file of ${file.path}`, errorOutput === '' ? header : errorOutput);
}

function gitFailure(operation: string, output: string): CommandError {
  return new CommandError('usage', 'repository_unreadable', {
    message: `git could not read the repository (${operation}): ${output.trim()}`,
    fix: 'Check it with `git fsck`.',
  });
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
