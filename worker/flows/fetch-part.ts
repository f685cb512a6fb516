/**
 * Reads the uploaded archive once, as a stream: files that pass the filters go into packs unless their content is stored already,
 * everything else is written down with its reason. Starting again is safe, since packs are named by their place and the manifest
 * is written at the end.
 */

import { AppError } from '../core/errors.ts';
import type { SkippedFile } from '../core/file.ts';
import { roleOfPath } from '../core/file-role.ts';
import { sha256 } from '../core/hash.ts';
import { packageFinder } from '../core/package-of.ts';
import { collectFiles } from '../ingestion/collect-files.ts';
import { pathInRepository } from '../ingestion/wrapper-folder.ts';
import type { RepositorySource } from '../ports/repository-source.ts';
import { createPacker, type PackedFile } from './pack-unknown.ts';
import { generationOf, type Part } from './part.ts';
import { partInput } from './part-input.ts';
import type { Services } from './services.ts';

/** What reading an archive gathers, besides the packs it stores. */
interface Gathered {
  readonly files: readonly PackedFile[];
  readonly skipped: readonly SkippedFile[];
  readonly packs: readonly string[];
  readonly chunker: string;
  readonly wrapper: string | undefined;
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

async function gather(services: Services, { job, report }: Part, upload: Upload): Promise<Gathered> {
  const { settings } = services;
  const packer = createPacker(services, job);
  const skipped: SkippedFile[] = [];
  let [files, wrapper]: [number, string | undefined] = [0, undefined];
  const ignored = settings.ignore.map((pattern) => ({ pattern, matches: services.glob.matcher([pattern]) }));
  const collected = collectFiles(upload.source, {
    settings,
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
