/**
 * Reads the files of a commit from a host: the whole archive as a stream or, if an earlier snapshot is indexed and little has changed,
 * only the changed files, one request each.
 */

import type { HostedLocation } from '../../core/repositories/source.ts';
import { toRepositoryPath } from '../../ingestion/source-files/wrapper-folder.ts';
import type { HostAccess, HostedFile } from '../../ports/code-host.ts';
import type { RepositorySource, SourceEntry } from '../../ports/repository-source.ts';
import { describeForViewer } from '../github/host-access.ts';
import { changesSince } from './changes-since.ts';
import { collectionFingerprint } from './collection-fingerprint.ts';
import { completeSource, skippedByExportIgnore, skippedSubmodule, type FileSource } from './file-source.ts';
import type { HostedInput } from './part-input.ts';
import { generationKey, type StagePart } from './stage-part.ts';
import type { Services } from '../services.ts';

/** Maximum files that are listed as omitted from the host's archive. */
const maxOmitted = 10_000;

/** Files requested at the same time, and the maximum in memory. */
const filesAtOnce = 4;

export interface HostedFetch {
  readonly part: StagePart;
  readonly input: HostedInput;
  readonly subdirectory: string | undefined;
}

export async function openHostedFiles(services: Services, fetch: HostedFetch): Promise<FileSource> {
  const { part, input, subdirectory } = fetch;
  const location = { owner: input.owner, name: input.name };
  const { access } = await describeForViewer(services, { id: input.viewer }, location);
  const fingerprint = await collectionFingerprint(services, {
    subdirectory,
    scope: part.job.contentScope,
  });
  await services.catalog.recordCollectionFingerprint(part.job.snapshotNumber, fingerprint);
  const base = input.base === undefined ? undefined : await services.catalog.getSnapshot(input.base.snapshot);
  if (input.base !== undefined && base?.collectedBy === fingerprint) {
    const key = { ...generationKey(part.job), snapshot: base.number, generation: input.base.generation };
    const changes = await changesSince(services, { location, input, base: key, subdirectory, access });
    if (changes !== undefined)
      return {
        source: createFilesSource(services, {
          location,
          commit: input.commit,
          files: changes.toRead,
          access,
        }),
        subdirectory,
        mayWrap: false,
        carriedOver: changes.carriedOver,
        listOmitted: () => Promise.resolve(changes.submodules),
      };
  }
  return openArchive(services, fetch, access);
}

/** Opens the whole archive of the commit. */
async function openArchive(
  services: Services,
  { input, subdirectory }: HostedFetch,
  access: HostAccess,
): Promise<FileSource> {
  const location = { owner: input.owner, name: input.name };
  const { codeHost, openStream } = services.hosting;
  const { maskPath } = services.secretScanner;
  return {
    ...completeSource(openStream(await codeHost.archive(location, input.commit, access))),
    subdirectory,
    mayWrap: false,
    async listOmitted(paths) {
      // An index without this list is better than no index.
      const tree = await codeHost.tree(location, input.commit, access).catch(() => undefined);
      if (tree?.isWhole !== true) return [];
      return tree.files
        .map((file) => ({ ...file, path: maskPath(file.path) }))
        .filter(({ path }) => !paths.has(path) && toRepositoryPath(path, { subdirectory }) !== undefined)
        .slice(0, maxOmitted)
        .map(({ path, kind }) =>
          kind === 'submodule' ? skippedSubmodule(path) : skippedByExportIgnore(path),
        );
    },
  };
}

interface CommitFiles {
  readonly location: HostedLocation;
  readonly commit: string;
  readonly files: readonly HostedFile[];
  readonly access: HostAccess;
}

/** Reads some files of a commit in the given order, each with its own request. */
function createFilesSource(
  { hosting: { codeHost }, settings }: Pick<Services, 'hosting' | 'settings'>,
  { location, commit, files, access }: CommitFiles,
): RepositorySource {
  const maxBytes = settings.limits.maxFileBytes;
  const readEntry = async ({ path, bytes: size }: HostedFile): Promise<SourceEntry> => {
    const bytes =
      size > maxBytes ? undefined : await codeHost.file(location, { commit, path, maxBytes }, access);
    const read = (limit: number): Promise<Uint8Array | undefined> =>
      Promise.resolve(bytes !== undefined && bytes.byteLength <= limit ? bytes : undefined);
    return { path, kind: 'file', size, linkTarget: undefined, specialKind: undefined, read };
  };
  return {
    commit: () => commit,
    async *entries() {
      for (let index = 0; index < files.length; index += filesAtOnce)
        yield* await Promise.all(files.slice(index, index + filesAtOnce).map(readEntry));
    },
  };
}
