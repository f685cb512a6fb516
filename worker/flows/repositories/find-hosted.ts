/** From what was pasted to a place on the host: the repository as the host spells it, the state and the folder that are meant. */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repository.ts';
import type { PastedSource } from '../../core/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HostedRepository } from '../../ports/code-host.ts';
import { describeFor, type ViewerAccess } from '../github/host-access.ts';
import type { Services } from '../services.ts';

export interface FoundHosted {
  readonly hosted: HostedRepository;
  readonly access: ViewerAccess;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  /** What it is called here: `owner/name`, and the folder where only that is meant. */
  readonly name: string;
  /** The viewer's own, if it is there already, by what it is called now. */
  readonly repository: Repository | undefined;
}

type PastedGitHub = Extract<PastedSource, { readonly kind: 'github' }>;

const longestName = 200;

/** @throws AppError `source_not_found` | `ref_not_found` | `source_invalid` (the folder), and what the host throws */
export async function findHosted(
  services: Services,
  viewer: Viewer,
  pasted: PastedGitHub,
  wanted: { readonly ref?: string | undefined; readonly subdirectory?: string | undefined } = {},
): Promise<FoundHosted> {
  const { repository: hosted, access } = await describeFor(services, viewer, pasted);
  const split =
    pasted.refAndPath === undefined
      ? undefined
      : await services.hosting.codeHost.splitRefAndPath(hosted, pasted.refAndPath, access);
  const pastedFolder = pasted.pathIs === 'folder' ? split?.path : pasted.subdirectory;
  const subdirectory = folderOf(wanted.subdirectory ?? pastedFolder);
  const name = [hosted.owner, hosted.name, ...(subdirectory === undefined ? [] : [subdirectory])].join('/');
  if (name.length > longestName) throw noFolder(name, `the whole name has over ${longestName} characters`);
  const repository = await known(services, viewer, { hosted, name, subdirectory });
  const ref = wanted.ref ?? split?.ref ?? pasted.ref;
  // The default branch, whatever it is called.
  return { hosted, access, ref: ref === 'HEAD' ? undefined : ref, subdirectory, name, repository };
}

interface Named {
  readonly hosted: HostedRepository;
  readonly name: string;
  readonly subdirectory: string | undefined;
}

/** One that was renamed over there is the same as before, and called as it is now. */
async function known(
  { catalog }: Services,
  viewer: Viewer,
  { hosted, name, subdirectory }: Named,
): Promise<Repository | undefined> {
  const named = await catalog.findRepository(viewer, name, 'github');
  const before = named?.source.kind === 'github' ? named.source : undefined;
  const isAnother = before !== undefined && before.hostId !== hosted.id;
  if (named !== undefined && !isAnother) return named;
  // What had the name before is not this: its past and what was said of it stay apart.
  if (named !== undefined && before !== undefined)
    await catalog.renameHosted(named.id, `${name} (${before.hostId})`, before);
  const source = { kind: 'github', owner: hosted.owner, name: hosted.name, hostId: hosted.id } as const;
  const suffix = subdirectory === undefined ? '' : `/${subdirectory}`;
  const renamed = (await catalog.listHosted(source)).find(
    (one) =>
      one.owner === viewer.id &&
      one.source.kind === 'github' &&
      one.source.hostId === hosted.id &&
      one.name === `${one.source.owner}/${one.source.name}${suffix}`,
  );
  if (renamed === undefined) return undefined;
  await catalog.renameHosted(renamed.id, name, source);
  return { ...renamed, name, source };
}

function folderOf(path: string | undefined): string | undefined {
  const segments = (path ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) return undefined;
  if (segments.includes('..') || segments.some((segment) => /[\p{Cc}\\]/u.test(segment)))
    throw noFolder(path ?? '', 'it leaves the repository, or holds what no folder’s name does');
  return segments.join('/');
}

function noFolder(path: string, why: string): AppError {
  return new AppError('source_invalid', `${JSON.stringify(path.slice(0, 80))} is no folder: ${why}.`);
}
