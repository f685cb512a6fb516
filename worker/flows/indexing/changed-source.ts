/** Some files of a commit as a repository source, each asked for by itself, a few at once and in the order given. */

import type { HostedPlace } from '../../core/source.ts';
import type { HostAccess, HostedFile } from '../../ports/code-host.ts';
import type { RepositorySource, SourceEntry } from '../../ports/repository-source.ts';
import type { Services } from '../services.ts';

const atOnce = 4;

export interface ChangedFiles {
  readonly place: HostedPlace;
  readonly commit: string;
  readonly files: readonly HostedFile[];
  readonly access: HostAccess;
}

/** No more than four files are in memory at once. */
export function changedSource(
  { hosting: { codeHost }, settings }: Pick<Services, 'hosting' | 'settings'>,
  { place, commit, files, access }: ChangedFiles,
): RepositorySource {
  const maxBytes = settings.limits.maxFileBytes;
  const entryOf = async ({ path, bytes: size }: HostedFile): Promise<SourceEntry> => {
    const bytes =
      size > maxBytes ? undefined : await codeHost.file(place, { commit, path, maxBytes }, access);
    const read = (most: number): Promise<Uint8Array | undefined> =>
      Promise.resolve(bytes !== undefined && bytes.byteLength <= most ? bytes : undefined);
    return { path, kind: 'file', size, linkTarget: undefined, specialKind: undefined, read };
  };
  return {
    commit: () => commit,
    async *entries() {
      for (let at = 0; at < files.length; at += atOnce)
        yield* await Promise.all(files.slice(at, at + atOnce).map(entryOf));
    },
  };
}
