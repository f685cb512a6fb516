/**
 * Reads the source once, as a stream. Files that pass the filters go into packs unless their content is stored already. Skipped files are
 * recorded with the reason. Repeating the part is safe: packs are numbered in order, and the manifest is written last.
 */

import type { ContentVariant } from '../../core/code/parsed-file.ts';
import { AppError } from '../../core/errors.ts';
import type { SkippedFile } from '../../core/files/file.ts';
import { detectFileRole } from '../../core/files/file-role.ts';
import { sha256 } from '../../core/text/hash.ts';
import { createPackageFinder } from '../../core/files/package-finder.ts';
import { collectFiles } from '../../ingestion/source-files/collect-files.ts';
import { toRepositoryPath } from '../../ingestion/source-files/wrapper-folder.ts';
import type { Limits } from '../../core/settings.ts';
import { crawledSource } from '../crawl/page-packs.ts';
import { openHostedFiles, type HostedFetch } from './fetch-hosted.ts';
import { completeSource, type CarriedOverFiles, type FileSource } from './file-source.ts';
import { openLivePack } from '../live/live-pack.ts';
import { createPacker, type PackedFile } from './pack-new-files.ts';
import { jobBlobPrefix, generationKey, type StagePart } from './stage-part.ts';
import { partInput, type HostedInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** The result of reading a source. The packs are already stored; `packs` contains their keys. */
interface CollectedFiles {
  readonly files: readonly PackedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly packs: readonly string[];
  readonly variant: ContentVariant;
  readonly wrapper: string | undefined;
}

export async function fetchPart(services: Services, part: StagePart): Promise<void> {
  const { job, key, claimed } = part;
  const input = partInput.fetch(claimed);
  if ('generation' in input)
    return services.chunkStore.copyManifest(generationKey(job), key, input.generation);
  const snapshot = await services.catalog.getSnapshot(job.snapshotNumber);
  const commit = snapshot === undefined || snapshot.commit === '' ? undefined : snapshot.commit;
  const subdirectory = snapshot?.subdirectory;
  if ('viewer' in input) return fetchHosted(services, { part, input, subdirectory }, commit);
  if ('pack' in input)
    return fetchFiles(services, part, {
      files: await openLivePack(services, { part, input, subdirectory }),
      commit,
    });
  const files =
    'crawled' in input
      ? { ...completeSource(crawledSource(services, job)), subdirectory, mayWrap: false }
      : {
          ...completeSource(services.openArchive({ key: input.archive, format: input.format })),
          subdirectory,
          mayWrap: true,
        };
  return fetchFiles(services, part, { files, commit });
}

/**
 * Fetches only the changed files if an earlier snapshot allows it. If the host limits or fails an attempt, the attempt stores a note,
 * and the next attempt fetches only the whole archive.
 */
async function fetchHosted(
  services: Services,
  { part, input, subdirectory }: HostedFetch,
  commit: string | undefined,
): Promise<void> {
  const note = `${jobBlobPrefix(part.job.id)}whole`;
  const fetchFrom = async (base: HostedInput['base']): Promise<void> => {
    const files = await openHostedFiles(services, { part, input: { ...input, base }, subdirectory });
    return fetchFiles(services, part, { files, commit });
  };
  if (input.base === undefined || (await services.blobStore.get(note)) !== undefined)
    return fetchFrom(undefined);
  try {
    return await fetchFrom(input.base);
  } catch (thrown) {
    const code = thrown instanceof AppError ? thrown.code : 'internal';
    // Another attempt would send the same requests and fail the same way.
    if (code === 'host_limited' || code === 'host_unavailable')
      await services.blobStore.put(note, new Uint8Array([1]));
    // Only the whole archive shows which folders are too large.
    if (code !== 'over_limit') throw thrown;
    return fetchFrom(undefined);
  }
}

interface OpenedFiles {
  readonly files: FileSource;
  /** The commit, if the request states it. */
  readonly commit: string | undefined;
}

/** Stores the packs, then the manifest: every file of the snapshot, every skipped file, and the parse parts. */
async function fetchFiles(
  services: Services,
  part: StagePart,
  { files, commit: statedCommit }: OpenedFiles,
): Promise<void> {
  const { job, key } = part;
  const collected = await collect(services, part, files);
  const manifest = await addUnreadFiles(toRepositoryPaths(collected, files.subdirectory), files);
  if (manifest.files.length === 0) throw emptyArchive(manifest.skipped);
  const commit = statedCommit ?? files.source.commit() ?? `tree-${await treeHash(manifest.files)}`;
  await services.catalog.describeSnapshot(job.snapshotNumber, { commit, wrapperFolder: collected.wrapper });
  const findPackage = createPackageFinder(manifest.files.map((file) => file.path));
  // A snapshot without new content gets one empty parse part.
  const packs = collected.packs.length > 0 ? collected.packs : [''];
  await services.chunkStore.saveManifest(generationKey(job), key, {
    ...collected.variant,
    files: manifest.files.map(({ path, hash, language, isKnown }) => ({
      path,
      role: detectFileRole(path),
      package: findPackage(path),
      content: isKnown ? { hash, language } : undefined,
    })),
    skipped: manifest.skipped,
    parseParts: packs.map((pack, part) => ({
      part,
      input: {
        pack,
        wrapper: collected.wrapper,
        subdirectory: files.subdirectory,
        scope: collected.variant.scope,
      },
    })),
  });
}

interface Manifest {
  readonly files: readonly PackedFile[];
  readonly skipped: readonly SkippedFile[];
}

/** Adds carried-over and omitted files, in the order of an archive. A full and an incremental fetch of one commit have the same result. */
async function addUnreadFiles(
  { files, skipped }: Manifest,
  { carriedOver, listOmitted }: FileSource,
): Promise<Manifest> {
  const omitted = await listOmitted(new Set([...files, ...skipped].map(({ path }) => path)));
  const all = [...files, ...carriedOver.files.map((file) => ({ ...file, isKnown: true }))];
  return {
    files: carriedOver.files.length === 0 ? files : all.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    skipped: [...skipped, ...carriedOver.skipped, ...omitted],
  };
}

async function collect(
  services: Services,
  { job, report }: StagePart,
  { source, subdirectory, mayWrap, carriedOver }: FileSource,
): Promise<CollectedFiles> {
  const { settings } = services;
  const packer = createPacker(services, job);
  const skipped: SkippedFile[] = [];
  let [files, wrapper]: [number, string | undefined] = [0, undefined];
  const ignored = settings.ignore.map((pattern) => ({ pattern, matches: services.glob.matcher([pattern]) }));
  const collected = collectFiles(source, {
    settings: { ...settings, limits: remainingLimits(settings.limits, carriedOver) },
    mayHaveWrapper: mayWrap,
    maskPath: services.secretScanner.maskPath,
    ignoreMatches: (path) => ignored.find(({ matches }) => matches(path))?.pattern,
    subdirectory,
  });
  for await (const item of collected) {
    if ('collection' in item) wrapper = item.collection.wrapper;
    else if ('skipped' in item) skipped.push(item.skipped);
    else {
      files += 1;
      await packer.add(item.file);
    }
    report({ files, skipped: skipped.length });
  }
  return { ...(await packer.end()), variant: packer.variant, skipped, wrapper };
}

/** Subtracts carried-over files from the limits. */
function remainingLimits(limits: Limits, { files }: CarriedOverFiles): Limits {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  return { ...limits, maxFiles: limits.maxFiles - files.length, maxLines: limits.maxLines - lines };
}

/** Strips the wrapper folder, which is known only after the whole archive has been read, and the subdirectory. */
function toRepositoryPaths(
  { files, skipped, wrapper }: CollectedFiles,
  subdirectory: string | undefined,
): Manifest {
  const strip = <Item extends { readonly path: string }>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => {
      const path = toRepositoryPath(item.path, { wrapper, subdirectory });
      return path === undefined ? [] : [{ ...item, path }];
    });
  return { files: strip(files), skipped: strip(skipped) };
}

/** Computes an id for an upload without a commit. The same files at the same paths result in the same id. */
async function treeHash(files: readonly { path: string; hash: string }[]): Promise<string> {
  const lines = files.map((file) => `${file.hash} ${file.path}\n`).sort();
  return (await sha256(lines.join(''))).slice(0, 40);
}

function emptyArchive(skipped: readonly SkippedFile[]): AppError {
  const reason =
    skipped.length === 0 ? 'It has no files.' : `All ${skipped.length} files in it were skipped.`;
  return new AppError('archive_empty', `There is nothing to index in the archive. ${reason}`, {
    details: { skipped: skipped.slice(0, 50) },
  });
}
