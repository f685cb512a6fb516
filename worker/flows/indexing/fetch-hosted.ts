/**
 * The files of a commit on a host as the fetch stage reads them: all of its archive as it comes, or, where a state before it is indexed
 * and little has changed, the files that have, each asked for by itself.
 */

import type { SkippedFile } from '../../core/file.ts';
import { pathInRepository } from '../../ingestion/wrapper-folder.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';
import { changedSource } from './changed-source.ts';
import { changesSince } from './changes-since.ts';
import { collectedBy } from './collected-by.ts';
import { describeFor } from '../github/host-access.ts';
import { exportIgnored, nothingKept, submodule, type KeptFiles } from './kept-files.ts';
import { generationOf, type Part } from './part.ts';
import type { HostedInput } from './part-input.ts';
import type { Services } from '../services.ts';

interface HostedUpload {
  readonly source: RepositorySource;
  readonly subdirectory: string | undefined;
  readonly mayWrap: false;
  readonly kept: KeptFiles;
  readonly leftOut: (paths: ReadonlySet<string>) => Promise<readonly SkippedFile[]>;
}

/** Of what the host leaves out of its archives; the rest is not listed. */
const mostLeftOut = 10_000;

export interface HostedFetch {
  readonly part: Part;
  readonly input: HostedInput;
  readonly subdirectory: string | undefined;
}

export async function openHosted(services: Services, fetch: HostedFetch): Promise<HostedUpload> {
  const { part, input, subdirectory } = fetch;
  const place = { owner: input.owner, name: input.name };
  const { access } = await describeFor(services, { id: input.viewer }, place);
  const word = await collectedBy(services, subdirectory);
  await services.catalog.noteCollectedBy(part.job.snapshotNumber, word);
  const base = input.base === undefined ? undefined : await services.catalog.getSnapshot(input.base.snapshot);
  if (input.base !== undefined && base?.collectedBy === word) {
    const key = { ...generationOf(part.job), snapshot: base.number, generation: input.base.generation };
    const changes = await changesSince(services, { place, input, base: key, subdirectory, access });
    if (changes !== undefined)
      return {
        source: changedSource(services, { place, commit: input.commit, files: changes.toRead, access }),
        subdirectory,
        mayWrap: false,
        kept: changes.kept,
        leftOut: () => Promise.resolve(changes.submodules),
      };
  }
  return openWhole(services, fetch, access);
}

/** By its archive, whatever is known of it. */
async function openWhole(
  services: Services,
  { input, subdirectory }: HostedFetch,
  access: HostAccess,
): Promise<HostedUpload> {
  const place = { owner: input.owner, name: input.name };
  const { codeHost, openStream } = services.hosting;
  const { maskPath } = services.secretScanner;
  return {
    source: openStream(await codeHost.archive(place, input.commit, access)),
    subdirectory,
    mayWrap: false,
    kept: nothingKept,
    async leftOut(paths) {
      // What is missing is told where it can be: an index without the list is better than none.
      const tree = await codeHost.tree(place, input.commit, access).catch(() => undefined);
      if (tree?.isWhole !== true) return [];
      return tree.files
        .map((file) => ({ ...file, path: maskPath(file.path) }))
        .filter(({ path }) => !paths.has(path) && pathInRepository(path, { subdirectory }) !== undefined)
        .slice(0, mostLeftOut)
        .map(({ path, kind }) => (kind === 'submodule' ? submodule(path) : exportIgnored(path)));
    },
  };
}
