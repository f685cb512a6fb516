/**
 * Reads the uploaded archive once, as a stream: files that pass the filters go into packs unless their content is stored already,
 * everything else is written down with its reason. Starting again is safe, since packs are named by their place and the manifest
 * is written at the end.
 */

import { AppError } from '../../core/errors.ts';
import type { SkippedFile } from '../../core/file.ts';
import { roleOfPath } from '../../core/file-role.ts';
import { sha256 } from '../../core/hash.ts';
import { packageFinder } from '../../core/package-of.ts';
import { collectFiles } from '../../ingestion/collect-files.ts';
import { pathInRepository } from '../../ingestion/wrapper-folder.ts';
import type { Limits } from '../../core/settings.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';
import { crawledSource } from '../crawl/crawl-source.ts';
import { openHosted, type HostedFetch } from './fetch-hosted.ts';
import { nothingKept, type KeptFiles } from './kept-files.ts';
import { openLive } from '../live/live-upload.ts';
import { createPacker, type PackedFile } from './pack-unknown.ts';
import { blobPrefix, generationOf, type Part } from './part.ts';
import { partInput, type FetchInput, type HostedInput } from './part-input.ts';
import type { Services } from '../services.ts';

/** What reading a source gathers, besides the packs it stores. */
interface Gathered {
  readonly files: readonly PackedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly packs: readonly string[];
  readonly chunker: string;
  readonly wrapper: string | undefined;
}

/** Where the files come from. */
interface Upload {
  readonly source: RepositorySource;
  readonly subdirectory: string | undefined;
  /** Whether all may lie in a folder that is no part of the paths. */
  readonly mayWrap: boolean;
  /** What is taken over from the state before, of which only the changes are read. */
  readonly kept: KeptFiles;
  /** What the source did not give out though it has it, given what it did. */
  readonly leftOut: (paths: ReadonlySet<string>) => Promise<readonly SkippedFile[]>;
}

export async function fetchPart(services: Services, part: Part): Promise<void> {
  const { job, key, claimed } = part;
  const input = partInput.fetch(claimed);
  if ('generation' in input)
    return services.chunkStore.copyManifest(generationOf(job), key, input.generation);
  const snapshot = await services.catalog.getSnapshot(job.snapshotNumber);
  const given = snapshot === undefined || snapshot.commit === '' ? undefined : snapshot.commit;
  const subdirectory = snapshot?.subdirectory;
  if ('crawled' in input)
    return fetchFrom(services, part, {
      upload: { ...wholeOf(crawledSource(services, job)), subdirectory, mayWrap: false },
      given,
    });
  if ('pack' in input)
    return fetchFrom(services, part, {
      upload: await openLive(services, { part, input, subdirectory }),
      given,
    });
  if (!('viewer' in input))
    return fetchFrom(services, part, { upload: ofArchive(services, input, subdirectory), given });
  return fetchHosted(services, { part, input, subdirectory }, given);
}

/** By what has changed where that does: a try that met a limit or a failure of the host leaves a note, and the next asks for the archive alone. */
async function fetchHosted(
  services: Services,
  { part, input, subdirectory }: HostedFetch,
  given: string | undefined,
): Promise<void> {
  const note = `${blobPrefix(part.job.id)}whole`;
  const fetchBy = async (base: HostedInput['base']): Promise<void> => {
    const upload = await openHosted(services, { part, input: { ...input, base }, subdirectory });
    return fetchFrom(services, part, { upload, given });
  };
  if (input.base === undefined || (await services.blobStore.get(note)) !== undefined)
    return fetchBy(undefined);
  try {
    return await fetchBy(input.base);
  } catch (thrown) {
    const code = thrown instanceof AppError ? thrown.code : 'internal';
    // Begun again, it would ask for the same and meet the same limit, or what the host cannot answer, for ever.
    if (code === 'host_limited' || code === 'host_unavailable')
      await services.blobStore.put(note, new Uint8Array([1]));
    // What was counted is the changes and what they leave; read whole, the refusal names the folders that are large.
    if (code !== 'over_limit') throw thrown;
    return fetchBy(undefined);
  }
}

interface Opened {
  readonly upload: Upload;
  /** The commit, where it is known before. */
  readonly given: string | undefined;
}

async function fetchFrom(services: Services, part: Part, { upload, given }: Opened): Promise<void> {
  const { job, key } = part;
  const gathered = await gather(services, part, upload);
  const placed = await withKept(placePaths(gathered, upload.subdirectory), upload);
  if (placed.files.length === 0) throw emptyArchive(placed.skipped);
  const commit = given ?? upload.source.commit() ?? `tree-${await treeHash(placed.files)}`;
  await services.catalog.describeSnapshot(job.snapshotNumber, { commit, wrapperFolder: gathered.wrapper });
  const packageOf = packageFinder(placed.files.map((file) => file.path));
  // With nothing to parse there is one part with nothing in it.
  const packs = gathered.packs.length > 0 ? gathered.packs : [''];
  await services.chunkStore.saveManifest(generationOf(job), key, {
    chunker: gathered.chunker,
    files: placed.files.map(({ path, hash, language, isKnown }) => ({
      path,
      role: roleOfPath(path),
      package: packageOf(path),
      content: isKnown ? { hash, language } : undefined,
    })),
    skipped: placed.skipped,
    parseParts: packs.map((pack, part) => ({
      part,
      input: { pack, wrapper: gathered.wrapper, subdirectory: upload.subdirectory },
    })),
  });
}

function ofArchive(services: Services, input: FetchInput, subdirectory: string | undefined): Upload {
  const source = services.openArchive({ key: input.archive, format: input.format });
  return { ...wholeOf(source), subdirectory, mayWrap: true };
}

/** A source that gives out all it has. */
function wholeOf(source: RepositorySource): Pick<Upload, 'source' | 'kept' | 'leftOut'> {
  return { source, kept: nothingKept, leftOut: () => Promise.resolve([]) };
}

/** What was read and what is taken over, in the order an archive has, so that both ways make the same of one commit. */
async function withKept(
  { files, skipped }: { readonly files: readonly PackedFile[]; readonly skipped: readonly SkippedFile[] },
  { kept, leftOut }: Upload,
): Promise<{ readonly files: readonly PackedFile[]; readonly skipped: readonly SkippedFile[] }> {
  const leftOutThere = await leftOut(new Set([...files, ...skipped].map(({ path }) => path)));
  const all = [...files, ...kept.files.map((file) => ({ ...file, isKnown: true }))];
  return {
    files: kept.files.length === 0 ? files : all.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    skipped: [...skipped, ...kept.skipped, ...leftOutThere],
  };
}

async function gather(services: Services, { job, report }: Part, upload: Upload): Promise<Gathered> {
  const { settings } = services;
  const packer = createPacker(services, job);
  const skipped: SkippedFile[] = [];
  let [files, wrapper]: [number, string | undefined] = [0, undefined];
  const ignored = settings.ignore.map((pattern) => ({ pattern, matches: services.glob.matcher([pattern]) }));
  const collected = collectFiles(upload.source, {
    settings: { ...settings, limits: without(settings.limits, upload.kept) },
    mayWrap: upload.mayWrap,
    maskPath: services.secretScanner.maskPath,
    ignoreMatches: (path) => ignored.find(({ matches }) => matches(path))?.pattern,
    subdirectory: upload.subdirectory,
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
  return { ...(await packer.end()), chunker: packer.chunker, skipped, wrapper };
}

/** What is taken over counts too. */
function without(limits: Limits, { files }: KeptFiles): Limits {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  return { ...limits, maxFiles: limits.maxFiles - files.length, maxLines: limits.maxLines - lines };
}

/** Paths as they are in the repository, now that the whole archive has been seen. */
function placePaths({ files, skipped, wrapper }: Gathered, subdirectory: string | undefined) {
  const place = <Item extends { readonly path: string }>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => {
      const path = pathInRepository(item.path, { wrapper, subdirectory });
      return path === undefined ? [] : [{ ...item, path }];
    });
  return { files: place(files), skipped: place(skipped) };
}

/** Names the state of an upload that tells no commit: the same files at the same paths have the same name. */
async function treeHash(files: readonly { path: string; hash: string }[]): Promise<string> {
  const lines = files.map((file) => `${file.hash} ${file.path}\n`).sort();
  return (await sha256(lines.join(''))).slice(0, 40);
}

function emptyArchive(skipped: readonly SkippedFile[]): AppError {
  const found =
    skipped.length === 0 ? 'It has no files.' : `All ${skipped.length} files in it were left out.`;
  return new AppError('archive_empty', `There is nothing to index in the archive. ${found}`, {
    details: { skipped: skipped.slice(0, 50) },
  });
}
