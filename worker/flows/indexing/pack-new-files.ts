/**
 * Writes the files of an archive into packs, one per parse part. Content that its scope stores already, under any version or path, is
 * not packed. Files are buffered so that one query can check many of them. At most two packs are in memory.
 */

import type { SourceFile } from '../../core/files/file.ts';
import { formatContentKey, type ContentKey, type ContentVariant } from '../../core/code/parsed-file.ts';
import { chunkerKey } from '../../ingestion/chunks/chunker-version.ts';
import { encodePack } from '../../ingestion/source-files/file-pack.ts';
import { hashFiles } from '../../ingestion/parse-files.ts';
import type { Job } from '../../ports/catalog.ts';
import { jobBlobPrefix } from './stage-part.ts';
import type { Services } from '../services.ts';

export interface PackedFile extends ContentKey {
  /** The path as the source spells it. */
  readonly path: string;
  readonly isKnown: boolean;
}

export interface Packer {
  readonly variant: ContentVariant;
  add(file: SourceFile): Promise<void>;
  /** Stores the remaining files. @returns every added file, in order, and the keys of the packs */
  end(): Promise<{ readonly files: readonly PackedFile[]; readonly packs: readonly string[] }>;
}

export function createPacker(
  { blobStore, chunkStore, parser, secretScanner, settings }: Services,
  job: Job,
): Packer {
  const variant = { chunker: chunkerKey(parser, secretScanner, settings.chunk), scope: job.contentScope };
  const maxBytes = settings.batch.packBytes;
  const files: PackedFile[] = [];
  const packs: string[] = [];
  const [uncheckedFiles, unknownFiles] = [createBuffer(), createBuffer()];

  const store = async (): Promise<void> => {
    const pack = unknownFiles.take();
    if (pack.length === 0) return;
    const key = `${jobBlobPrefix(job.id)}packs/${String(packs.length).padStart(6, '0')}`;
    await blobStore.put(key, encodePack(pack));
    packs.push(key);
  };
  const check = async (): Promise<void> => {
    const hashed = await hashFiles(uncheckedFiles.take());
    if (hashed.length === 0) return;
    const known = await chunkStore.knownContent(job.shard, variant, hashed);
    for (const { path, bytes, hash, language } of hashed) {
      const isKnown = known.has(formatContentKey({ hash, language }));
      files.push({ path, hash, language, isKnown });
      if (isKnown) continue;
      unknownFiles.add({ path, bytes });
      if (unknownFiles.bytes() >= maxBytes) await store();
    }
  };
  return {
    variant,
    async add(file) {
      uncheckedFiles.add(file);
      if (uncheckedFiles.bytes() >= maxBytes) await check();
    },
    async end() {
      await check();
      await store();
      return { files, packs };
    },
  };
}

function createBuffer() {
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
