/**
 * Reads the uploaded archive once, as a stream: files that pass the filters go into packs, everything else is written down
 * with its reason. Starting again is safe, since packs are named by their place and the manifest is written at the end.
 */

import { AppError } from '../core/errors.ts';
import type { SkippedFile, SourceFile } from '../core/file.ts';
import { roleOfPath } from '../core/file-role.ts';
import { sha256 } from '../core/hash.ts';
import { packageFinder } from '../core/package-of.ts';
import { collectFiles } from '../ingestion/collect-files.ts';
import { encodePack } from '../ingestion/pack.ts';
import { pathInRepository } from '../ingestion/wrapper-folder.ts';
import type { RepositorySource } from '../ports/repository-source.ts';
import { blobPrefix, generationOf, type Part } from './part.ts';
import { partInput } from './part-input.ts';
import type { Services } from './services.ts';

/** What reading an archive gathers, besides the packs it stores. */
interface Gathered {
  readonly files: { readonly path: string; readonly hash: string }[];
  readonly skipped: SkippedFile[];
  packs: number;
  wrapper: string | undefined;
}

interface Upload {
  readonly source: RepositorySource;
  readonly subdirectory: string | undefined;
}

export async function fetchPart(services: Services, part: Part): Promise<void> {
  const { job, key, claimed } = part;
  const input = partInput.fetch(claimed);
  if ('generation' in input)
    return services.chunkStore.copyManifest(generationOf(job), key, input.generation);
  const snapshot = await services.catalog.getSnapshot(job.snapshotNumber);
  const source = services.openArchive({ key: input.archive, format: input.format });
  const upload = { source, subdirectory: snapshot?.subdirectory };
  const gathered = await gather(services, part, upload);
  const placed = placePaths(gathered, upload.subdirectory);
  if (placed.files.length === 0) throw emptyArchive(placed.skipped);
  const given = snapshot === undefined || snapshot.commit === '' ? undefined : snapshot.commit;
  const commit = given ?? source.commit() ?? `tree-${await treeHash(placed.files)}`;
  await services.catalog.describeSnapshot(job.snapshotNumber, { commit, wrapperFolder: gathered.wrapper });
  const packageOf = packageFinder(placed.files.map((file) => file.path));
  await services.chunkStore.saveManifest(generationOf(job), key, {
    files: placed.files.map(({ path }) => ({ path, role: roleOfPath(path), package: packageOf(path) })),
    skipped: placed.skipped,
    parseParts: Array.from({ length: gathered.packs }, (_, pack) => ({
      part: pack,
      input: { pack: packKey(job.id, pack), wrapper: gathered.wrapper, subdirectory: upload.subdirectory },
    })),
  });
}

async function gather(services: Services, { job, report }: Part, upload: Upload): Promise<Gathered> {
  const { settings } = services;
  const gathered: Gathered = { files: [], skipped: [], packs: 0, wrapper: undefined };
  let pack: SourceFile[] = [];
  let packBytes = 0;
  const flush = async (): Promise<void> => {
    if (pack.length === 0) return;
    await services.blobStore.put(packKey(job.id, gathered.packs), encodePack(pack));
    gathered.packs += 1;
    pack = [];
    packBytes = 0;
  };
  const ignored = settings.ignore.map((pattern) => ({ pattern, matches: services.glob.matcher([pattern]) }));
  const collected = collectFiles(upload.source, {
    settings,
    ignoreMatches: (path) => ignored.find(({ matches }) => matches(path))?.pattern,
    subdirectory: upload.subdirectory,
  });
  for await (const item of collected) {
    if ('collection' in item) gathered.wrapper = item.collection.wrapper;
    else if ('skipped' in item) gathered.skipped.push(item.skipped);
    else {
      gathered.files.push({ path: item.file.path, hash: await sha256(item.file.bytes) });
      pack.push(item.file);
      packBytes += item.file.bytes.byteLength;
      if (packBytes >= settings.batch.packBytes) await flush();
    }
    report({ files: gathered.files.length, skipped: gathered.skipped.length });
  }
  await flush();
  return gathered;
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

function packKey(jobId: string, pack: number): string {
  return `${blobPrefix(jobId)}packs/${String(pack).padStart(6, '0')}`;
}

function emptyArchive(skipped: readonly SkippedFile[]): AppError {
  const found =
    skipped.length === 0 ? 'It has no files.' : `All ${skipped.length} files in it were left out.`;
  return new AppError('archive_empty', `There is nothing to index in the archive. ${found}`, {
    details: { skipped: skipped.slice(0, 50) },
  });
}
