/** Resolves a pasted source on the host: the repository as the host spells it, the ref and the folder. */

import { AppError } from '../../core/errors.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import type { PastedSource } from '../../core/repositories/source.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { HostedRepository } from '../../ports/code-host.ts';
import { describeForViewer, type ViewerAccess } from '../github/host-access.ts';
import type { Services } from '../services.ts';

export interface HostedTarget {
  readonly hosted: HostedRepository;
  readonly access: ViewerAccess;
  readonly ref: string | undefined;
  readonly subdirectory: string | undefined;
  /** The name used here: `owner/name`, followed by the folder if there is one. */
  readonly name: string;
  /** The viewer's own repository under its current name, if it is already indexed. */
  readonly repository: Repository | undefined;
}

type PastedGitHub = Extract<PastedSource, { readonly kind: 'github' }>;

const maxNameLength = 200;

/** @throws AppError `source_not_found` | `ref_not_found` | `source_invalid` (the folder); also what the host throws */
export async function resolveHostedSource(
  services: Services,
  viewer: Viewer,
  pasted: PastedGitHub,
  requested: { readonly ref?: string | undefined; readonly subdirectory?: string | undefined } = {},
): Promise<HostedTarget> {
  const { repository: hosted, access } = await describeForViewer(services, viewer, pasted);
  const split =
    pasted.refAndPath === undefined
      ? undefined
      : await services.hosting.codeHost.splitRefAndPath(hosted, pasted.refAndPath, access);
  const pastedFolder = pasted.pathKind === 'folder' ? split?.path : pasted.subdirectory;
  const subdirectory = normalizeFolder(requested.subdirectory ?? pastedFolder);
  const name = [hosted.owner, hosted.name, ...(subdirectory === undefined ? [] : [subdirectory])].join('/');
  if (name.length > maxNameLength)
    throw invalidFolder(name, `the full name has more than ${maxNameLength} characters`);
  const repository = await findIndexed(services, viewer, { hosted, name, subdirectory });
  const ref = requested.ref ?? split?.ref ?? pasted.ref;
  // `HEAD` means the default branch, whatever its name.
  return { hosted, access, ref: ref === 'HEAD' ? undefined : ref, subdirectory, name, repository };
}

interface HostedName {
  readonly hosted: HostedRepository;
  readonly name: string;
  readonly subdirectory: string | undefined;
}

/** Finds the indexed repository. If it was renamed on the host, it stays the same repository here, under its new name. */
async function findIndexed(
  { catalog }: Services,
  viewer: Viewer,
  { hosted, name, subdirectory }: HostedName,
): Promise<Repository | undefined> {
  const named = await catalog.findRepository(viewer, name, 'github');
  const before = named?.source.kind === 'github' ? named.source : undefined;
  const isAnother = before !== undefined && before.hostId !== hosted.id;
  if (named !== undefined && !isAnother) return named;
  // Another repository had this name before. Its history and conversations stay separate.
  if (named !== undefined && before !== undefined)
    await catalog.renameHosted(named.id, `${name} (${before.hostId})`, before);
  const source = { kind: 'github', owner: hosted.owner, name: hosted.name, hostId: hosted.id } as const;
  const suffix = subdirectory === undefined ? '' : `/${subdirectory}`;
  const renamed = (await catalog.listHosted(source)).find(
    (candidate) =>
      candidate.owner === viewer.id &&
      candidate.source.kind === 'github' &&
      candidate.source.hostId === hosted.id &&
      candidate.name === `${candidate.source.owner}/${candidate.source.name}${suffix}`,
  );
  if (renamed === undefined) return undefined;
  await catalog.renameHosted(renamed.id, name, source);
  return { ...renamed, name, source };
}

function normalizeFolder(path: string | undefined): string | undefined {
  const segments = (path ?? '').split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) return undefined;
  if (segments.includes('..') || segments.some((segment) => /[\p{Cc}\\]/u.test(segment)))
    throw invalidFolder(path ?? '', 'it leaves the repository, or has characters that no folder name has');
  return segments.join('/');
}

function invalidFolder(path: string, reason: string): AppError {
  return new AppError('source_invalid', `${JSON.stringify(path.slice(0, 80))} is not a folder: ${reason}.`);
}
