/** Fills one generation of a snapshot through the ports, stage by stage, as a job does. */

import type { SkippedFile } from '../../../worker/core/files/file.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { formatContentKey, type ParsedFile } from '../../../worker/core/code/parsed-file.ts';
import type { SnapshotKey } from '../../../worker/core/repositories/repository.ts';
import { indexTerms, pathTerms, termsVersion } from '../../../worker/indexing/index-terms.ts';
import type { ChunkStore } from '../../../worker/ports/chunk-store.ts';
import type { FileRange } from '../../../worker/ports/graph-store.ts';
import type { JobParts, PartKey, PartLease } from '../../../worker/ports/job-parts.ts';
import type { TextIndex } from '../../../worker/ports/text-index.ts';
import { parseFile, type FileFacts } from './parsed-files.ts';

export interface IndexStores {
  readonly chunkStore: ChunkStore;
  readonly textIndex: TextIndex;
  readonly jobParts: JobParts;
}

export const chunker = 'by-lines-1';
/** The variant of content that everyone shares. */
export const sharedVariant = { chunker, scope: '' } as const;

export interface SnapshotContent {
  /** The scope of the content; shared by everyone if absent. */
  readonly scope?: string;
  readonly files: readonly FileFacts[];
  readonly skipped?: readonly SkippedFile[];
}

/** Stores files, chunks and symbols, then removes the job parts. */
export async function storeFiles(
  stores: IndexStores,
  key: SnapshotKey,
  content: SnapshotContent,
): Promise<void> {
  const job = getSnapshotJob(key);
  await saveManifest(stores, key, content);
  await stores.chunkStore.saveParsed(key, await claimPart(stores, key, 'parse'), {
    ...variantOf(content),
    files: await parseFiles(stores, key, content),
  });
  await stores.jobParts.remove(job);
}

/** Stores the files and fills the keyword index. */
export async function fillSnapshot(
  stores: IndexStores,
  key: SnapshotKey,
  content: SnapshotContent,
): Promise<void> {
  await storeFiles(stores, key, content);
  await stores.textIndex.create(key);
  for (const range of await stores.textIndex.ranges(key, termsVersion, 100)) {
    await stores.textIndex.add(
      key,
      await claimPart(stores, key, 'index'),
      await indexFiles(stores, key, range),
    );
    await stores.jobParts.remove(getSnapshotJob(key));
  }
  await stores.textIndex.optimize(key);
}

/** Creates the index stage's input for a range of files, with terms for chunks whose terms are not stored yet. */
export async function indexFiles(stores: IndexStores, key: SnapshotKey, range: FileRange) {
  const files = await stores.textIndex.files(key, termsVersion, range);
  const withoutTerms = files.filter((file) => !file.isReused).map((file) => file.id);
  return {
    version: termsVersion,
    files: files.map((file) => ({ ...file, path: pathTerms(file.path) })),
    chunks: (await stores.chunkStore.chunksOfFiles(key, withoutTerms)).map(indexTerms),
  };
}

export async function saveManifest(
  stores: IndexStores,
  key: SnapshotKey,
  snapshotContent: SnapshotContent,
): Promise<void> {
  await stores.chunkStore.saveManifest(key, await claimPart(stores, key, 'fetch'), {
    ...variantOf(snapshotContent),
    files: snapshotContent.files.map(({ path }) => ({ path, role: detectFileRole(path) })),
    skipped: snapshotContent.skipped ?? [],
    parseParts: [{ part: 0, input: { pack: 'packs/0' } }],
  });
}

function variantOf({ scope = '' }: SnapshotContent) {
  return { chunker, scope };
}

/** Parses files as the parse stage does. Content that is already stored is represented by its hash and language only. */
export async function parseFiles(
  stores: IndexStores,
  key: SnapshotKey,
  snapshotContent: SnapshotContent,
): Promise<readonly ParsedFile[]> {
  const parsed = await Promise.all(snapshotContent.files.map(parseFile));
  const known = await stores.chunkStore.knownContent(
    key.shard,
    variantOf(snapshotContent),
    parsed.map((file) => file.content),
  );
  return parsed.map((file) =>
    known.has(formatContentKey(file.content))
      ? { path: file.path, content: { hash: file.content.hash, language: file.content.language } }
      : file,
  );
}

/** Adds part 0 of a stage if it is missing and claims it. @throws Error if the part is done or claimed by another worker */
export async function claimPart(
  stores: IndexStores,
  key: SnapshotKey,
  stage: PartKey['stage'],
): Promise<PartLease> {
  const job = getSnapshotJob(key);
  await stores.jobParts.add(job, stage, [{ part: 0, input: {} }]);
  const part = { job: job.id, shard: job.shard, stage, part: 0 };
  const claimedPart = await stores.jobParts.claim(part);
  if (claimedPart === undefined) throw new Error(`Part 0 of ${stage} cannot be claimed.`);
  return { ...part, claim: claimedPart.claim };
}

export function getSnapshotJob(key: SnapshotKey): { id: string; shard: number } {
  return { id: `job-${key.snapshot}-${key.generation}`, shard: key.shard };
}
