/** Reads the texts of many files in parts of limited size, with secrets masked. */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { maskText } from '../../core/text/mask-text.ts';
import type { ListedFile } from '../../ports/chunk-store.ts';
import type { Services } from '../services.ts';

/** Limits of one read, for its memory and for the time that the database spends on one statement. */
const filesPerRead = 40;
const bytesPerRead = 400_000;

/** Splits files into reads of limited size. */
export function* splitIntoReads<File extends ListedFile>(files: readonly File[]): Generator<readonly File[]> {
  let read: File[] = [];
  let bytes = 0;
  for (const file of files) {
    if (read.length > 0 && (read.length === filesPerRead || bytes + file.bytes > bytesPerRead)) {
      yield read;
      [read, bytes] = [[], 0];
    }
    read.push(file);
    bytes += file.bytes;
  }
  if (read.length > 0) yield read;
}

export interface ReadText {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

/** Reads texts with secrets masked, in the order of the list. */
export async function readTexts(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  files: readonly ListedFile[],
): Promise<readonly ReadText[]> {
  const stored = await services.chunkStore.readFiles(
    key,
    files.map((file) => file.path),
  );
  const shown = new Map(stored.map((file) => [file.path, maskText(file.text, file.masks)]));
  // In the order of the list, so that the results within the limit do not depend on the order of the rows.
  return files.flatMap(({ path, language }) => {
    const text = shown.get(path);
    return text === undefined ? [] : [{ path, language, text }];
  });
}
