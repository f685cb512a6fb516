/**
 * Files of an archive to packs, one a parse part: those whose content is stored already need none, whatever version or path it was
 * stored under. Files wait until there are enough to ask for at once, so that no more than two packs are in memory.
 */

import type { SourceFile } from '../../core/file.ts';
import { contentName, type ContentKey } from '../../core/parsed-file.ts';
import { chunkerKey } from '../../ingestion/chunker-version.ts';
import { encodePack } from '../../ingestion/pack.ts';
import { hashFiles } from '../../ingestion/parse-files.ts';
import type { Job } from '../../ports/catalog.ts';
import { blobPrefix } from './part.ts';
import type { Services } from '../services.ts';

export interface PackedFile extends ContentKey {
  /** As the source writes it. */
  readonly path: string;
  readonly isKnown: boolean;
}

export interface Packer {
  /** What content is cut by. */
  readonly chunker: string;
  add(file: SourceFile): Promise<void>;
  /** Stores what is left. @returns every file that was added, in order, and the keys of the packs. */
  end(): Promise<{ readonly files: readonly PackedFile[]; readonly packs: readonly string[] }>;
}

export function createPacker(
  { blobStore, chunkStore, parser, secretScanner, settings }: Services,
  job: Job,
): Packer {
  const chunker = chunkerKey(parser, secretScanner, settings.chunk);
  const most = settings.batch.packBytes;
  const files: PackedFile[] = [];
  const packs: string[] = [];
  const [waiting, unknown] = [createPile(), createPile()];

  const store = async (): Promise<void> => {
    const pack = unknown.take();
    if (pack.length === 0) return;
    const key = `${blobPrefix(job.id)}packs/${String(packs.length).padStart(6, '0')}`;
    await blobStore.put(key, encodePack(pack));
    packs.push(key);
  };
  const sort = async (): Promise<void> => {
    const hashed = await hashFiles(waiting.take());
    if (hashed.length === 0) return;
    const known = await chunkStore.knownContent(job.shard, chunker, hashed);
    for (const { path, bytes, hash, language } of hashed) {
      const isKnown = known.has(contentName({ hash, language }));
      files.push({ path, hash, language, isKnown });
      if (isKnown) continue;
      unknown.add({ path, bytes });
      if (unknown.bytes() >= most) await store();
    }
  };
  return {
    chunker,
    async add(file) {
      waiting.add(file);
      if (waiting.bytes() >= most) await sort();
    },
    async end() {
      await sort();
      await store();
      return { files, packs };
    },
  };
}

function createPile() {
  let [files, bytes]: [SourceFile[], number] = [[], 0];
  return {
    bytes: () => bytes,
    add(file: SourceFile): void {
      files.push(file);
      bytes += file.bytes.byteLength;
    },
    take(): readonly SourceFile[] {
      const taken = files;
      [files, bytes] = [[], 0];
      return taken;
    },
  };
}
