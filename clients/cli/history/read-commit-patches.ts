/** Reads the lines that commits changed, as hunks with three unchanged lines around each change, so that people can read the change. */

import type { ExportedCommit } from '../../../worker/contract/history/import-schema.ts';
import { limitPatch, maxFilePatchLength, type FilePatch } from '../../../worker/contract/client.ts';
import { fromByteString } from './git-path.ts';
import { readPatchLog, type PatchCollector, type PatchReading } from './read-patch-log.ts';
import { readablePatchOptions } from './run-history-git.ts';

export type ExportedPatch = NonNullable<ExportedCommit['patch']>;

/** Limits of the wire format. */
const maxPathLength = 4_096;
const maxFiles = 1_000;

/**
 * @returns the patches by commit; merges and commits whose objects are missing have none
 * @throws Error with git's message when git fails for another reason
 */
export async function readCommitPatches(
  ids: readonly string[],
  reading: PatchReading,
): Promise<ReadonlyMap<string, ExportedPatch>> {
  const found = new Map<string, ExportedPatch>();
  const log = readPatchLog(
    ids,
    { ...reading, options: readablePatchOptions },
    createCollector(reading.prefix),
  );
  for await (const { id, result } of log)
    found.set(
      id,
      limitPatch(result.slice(0, maxFiles)).map(({ isCut, ...file }) => ({
        ...file,
        ...(isCut ? { isCut } : {}),
      })),
    );
  return found;
}

interface OpenFile {
  readonly path: string;
  readonly lines: string[];
  length: number;
  isCut: boolean;
}

function createCollector(prefix: string): PatchCollector<readonly FilePatch[]> {
  let files: OpenFile[] = [];
  let file: OpenFile | undefined;
  const add = (line: string): void => {
    if (file === undefined || file.isCut) return;
    file.length += line.length + 1;
    // One more line than the limit allows shows that the file must be cut; later lines need no memory.
    file.isCut = file.length > maxFilePatchLength;
    file.lines.push(line);
  };
  const addCode =
    (sign: string) =>
    (bytes: Buffer, start: number, end: number): void => {
      if (file?.isCut === false)
        add(sign + bytes.toString('utf8', start, Math.min(end, start + maxFilePatchLength)));
    };
  return {
    receiver: {
      file: ({ oldPath, newPath, isBinary }) => {
        const path = fromByteString(newPath ?? oldPath ?? '');
        file =
          isBinary || !path.startsWith(prefix) || path.length > maxPathLength
            ? undefined
            : { path: path.slice(prefix.length), lines: [], length: 0, isCut: false };
        if (file !== undefined) files.push(file);
      },
      hunk: ({ oldStart, oldCount, newStart, newCount }, heading) => {
        const header = `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@ ${fromByteString(heading)}`;
        add(header.trimEnd());
        return { removed: file !== undefined, added: file !== undefined };
      },
      added: addCode('+'),
      removed: addCode('-'),
      unchanged: addCode(' '),
      hunkEnd: () => undefined,
    },
    take: () => {
      const taken = files.map(({ path, lines, isCut }) => ({ path, hunks: lines.join('\n'), isCut }));
      [files, file] = [[], undefined];
      return taken;
    },
  };
}
