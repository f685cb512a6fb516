/**
 * Stores files fetched for a live question as one object that the fetch stage reads: a line of JSON with paths and sizes, then the bytes
 * of all files. An interrupted job restarts from this object without calling the host.
 */

import type { RepositorySource, SourceEntry } from '../../ports/repository-source.ts';
import type { FetchedFile } from './fetch-live-files.ts';
import { AppError } from '../../core/errors.ts';
import { collectionFingerprint } from '../indexing/collection-fingerprint.ts';
import { completeSource, type CarriedOverFiles, type FileSource } from '../indexing/file-source.ts';
import { generationKey, type StagePart } from '../indexing/stage-part.ts';
import type { LiveInput } from '../indexing/part-input.ts';
import type { Services } from '../services.ts';

interface PackedEntry {
  readonly path: string;
  readonly size: number;
}

export function packLive(files: readonly FetchedFile[]): Uint8Array {
  const listed = files.map(({ path, bytes }): PackedEntry => ({ path, size: bytes.byteLength }));
  const head = new TextEncoder().encode(`${JSON.stringify(listed)}\n`);
  const packed = new Uint8Array(listed.reduce((sum, { size }) => sum + size, head.byteLength));
  packed.set(head);
  let offset = head.byteLength;
  for (const { bytes } of files) {
    packed.set(bytes, offset);
    offset += bytes.byteLength;
  }
  return packed;
}

/** @param packed the output of `packLive` */
function livePackSource(packed: Uint8Array, commit: string): RepositorySource {
  const end = packed.indexOf(10);
  const listed = JSON.parse(new TextDecoder().decode(packed.subarray(0, end))) as readonly PackedEntry[];
  return {
    commit: () => commit,
    async *entries() {
      let offset = end + 1;
      for (const { path, size } of listed) {
        const bytes = packed.subarray(offset, offset + size);
        offset += size;
        yield toEntry(path, bytes);
      }
    },
  };
}

function toEntry(path: string, bytes: Uint8Array): SourceEntry {
  return {
    path,
    kind: 'file',
    size: bytes.byteLength,
    linkTarget: undefined,
    specialKind: undefined,
    read: (maxBytes) => Promise.resolve(bytes.byteLength > maxBytes ? undefined : bytes),
  };
}

/** Opens the pack for the fetch stage, together with the files of the earlier snapshot. */
export async function openLivePack(
  services: Services,
  { part, input, subdirectory }: { part: StagePart; input: LiveInput; subdirectory: string | undefined },
): Promise<FileSource> {
  const packed = await services.blobStore.get(input.pack);
  if (packed === undefined)
    throw new AppError('internal', `The files fetched for ${part.job.id} are not stored.`);
  const fingerprint = await collectionFingerprint(services, {
    subdirectory,
    scope: part.job.contentScope,
  });
  await services.catalog.recordCollectionFingerprint(part.job.snapshotNumber, fingerprint);
  const opened = { ...completeSource(livePackSource(packed, input.commit)), subdirectory, mayWrap: false };
  if (input.base === undefined) return opened;
  return { ...opened, carriedOver: await readCarriedOver(services, part, input.base) };
}

async function readCarriedOver(
  { chunkStore }: Services,
  { job }: StagePart,
  base: NonNullable<LiveInput['base']>,
): Promise<CarriedOverFiles> {
  const key = { ...generationKey(job), ...base };
  const [files, { skipped }] = await Promise.all([chunkStore.listContents(key), chunkStore.coverage(key)]);
  return { files, skipped };
}
