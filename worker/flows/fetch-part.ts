/**
 * Reads the uploaded archive once, as a stream: files that pass the filters go into packs, everything else is written down
 * with its reason. Starting again is safe, since packs are named by their place and the manifest is written at the end.
 */

import { AppError } from '../core/errors.ts';
import type { SkippedFile, SourceFile } from '../core/file.ts';
import { roleOfPath } from '../core/file-role.ts';
import { sha256 } from '../core/hash.ts';
import { collectFiles } from '../ingestion/collect-files.ts';
import { encodePack } from '../ingestion/pack.ts';
import { pathInRepository, wrapperFolder } from '../ingestion/wrapper-folder.ts';
import { blobPrefix, generationOf, type Part } from './part.ts';
import { partInput } from './part-input.ts';
import type { Services } from './services.ts';

/** What reading an archive gathers, besides the packs it stores. */
interface Gathered {
  readonly files: { readonly path: string; readonly hash: string }[];
  readonly skipped: SkippedFile[];
  packs: number;
}

export async function fetchPart(services: Services, part: Part): Promise<void> {
  const { job, key, claimed } = part;
  const input = partInput.fetch(claimed);
  const snapshot = await services.catalog.getSnapshot(job.snapshotNumber);
  const source = services.openArchive({ key: input.archive, format: input.format });
  const gathered = await gather(services, part, source);
  const placed = placePaths(gathered, snapshot?.subdirectory);
  if (placed.files.length === 0) throw emptyArchive(placed.skipped);
  const given = snapshot === undefined || snapshot.commit === '' ? undefined : snapshot.commit;
  const commit = given ?? source.commit() ?? `tree-${await treeHash(placed.files)}`;
  await services.catalog.describeSnapshot(job.snapshotNumber, { commit, wrapperFolder: placed.wrapper });
  await services.chunkStore.saveManifest(generationOf(job), key, {
    files: placed.files.map((file) => ({ path: file.path, role: roleOfPath(file.path) })),
    skipped: placed.skipped,
    parseParts: Array.from({ length: gathered.packs }, (_, pack) => ({
      part: pack,
      input: { pack: packKey(job.id, pack), wrapper: placed.wrapper, subdirectory: snapshot?.subdirectory },
    })),
  });
}

async function gather(
  services: Services,
  { job, key }: Part,
  source: ReturnType<Services['openArchive']>,
): Promise<Gathered> {
  const { settings } = services;
  const gathered: Gathered = { files: [], skipped: [], packs: 0 };
  let pack: SourceFile[] = [];
  let packBytes = 0;
  const flush = async (): Promise<void> => {
    if (pack.length === 0) return;
    await services.blobStore.put(packKey(job.id, gathered.packs), encodePack(pack));
    gathered.packs += 1;
    pack = [];
    packBytes = 0;
    await services.jobParts.renew(key, { files: gathered.files.length, skipped: gathered.skipped.length });
  };
  const snapshot = await services.catalog.getSnapshot(job.snapshotNumber);
  const ignored = settings.ignore.length === 0 ? () => false : services.glob.matcher(settings.ignore);
  const collected = collectFiles(source, {
    settings,
    ignoreMatches: ignored,
    subdirectory: snapshot?.subdirectory,
  });
  for await (const item of collected) {
    if ('skipped' in item) {
      gathered.skipped.push(item.skipped);
      continue;
    }
    gathered.files.push({ path: item.file.path, hash: await sha256(item.file.bytes) });
    pack.push(item.file);
    packBytes += item.file.bytes.byteLength;
    if (packBytes >= settings.batch.packBytes) await flush();
  }
  await flush();
  return gathered;
}

/** Paths as they are in the repository, now that the whole archive has been seen. */
function placePaths(gathered: Gathered, subdirectory: string | undefined) {
  const all = [...gathered.files, ...gathered.skipped].map((file) => file.path);
  const firstSegments = new Set(all.map((path) => path.split('/', 1)[0] ?? path));
  const wrapper = wrapperFolder(
    firstSegments,
    all.some((path) => !path.includes('/')),
  );
  const place = <Item extends { readonly path: string }>(items: readonly Item[]): Item[] =>
    items.flatMap((item) => {
      const path = pathInRepository(item.path, { wrapper, subdirectory });
      return path === undefined ? [] : [{ ...item, path }];
    });
  return { wrapper, files: place(gathered.files), skipped: place(gathered.skipped) };
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
