/**
 * Reads a file of a version, or what is left of a version that was removed: a file that a conversation cites, or the address of the file on
 * the host, which has every commit.
 */

import { AppError } from '../../core/errors.ts';
import { hostPermalink } from '../../core/repositories/host-permalink.ts';
import { matchVersion } from '../../core/repositories/match-version.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { StoredFile } from '../../ports/chunk-store.ts';
import type { RetainedFile } from '../../ports/conversations.ts';
import { readFile } from '../browse/browse-snapshot.ts';
import type { Services } from '../services.ts';
import { requireParsed, resolveBrowsable, type BrowsableSnapshot } from './resolve-browsable.ts';

export type { RetainedFile };

export type VersionedFile =
  | { readonly kind: 'indexed'; readonly file: StoredFile; readonly resolved: BrowsableSnapshot }
  | { readonly kind: 'retained'; readonly file: RetainedFile };

interface FileRequest {
  readonly id: string;
  readonly version: string | undefined;
  readonly path: string;
}

type FileServices = Pick<Services, 'catalog' | 'chunkStore' | 'citedFiles'>;

/** @throws AppError what `resolveSnapshot` throws, with `hostUrl` if the host has the file | `file_not_found` */
export async function readVersionedFile(
  services: FileServices,
  viewer: Viewer,
  request: FileRequest,
): Promise<VersionedFile> {
  try {
    const resolved = await resolveBrowsable(services, viewer, request);
    await requireParsed(services, resolved, request.path);
    return { kind: 'indexed', file: await readFile(services, resolved.key, request.path), resolved };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'version_not_found') throw thrown;
    return readRemovedFile(services, viewer, request, thrown);
  }
}

async function readRemovedFile(
  { catalog, citedFiles }: FileServices,
  viewer: Viewer,
  { id, version = '', path }: FileRequest,
  notFound: AppError,
): Promise<VersionedFile> {
  const found = await catalog.readRepository(viewer, id);
  if (found === undefined) throw notFound;
  const { shard, source } = found.repository;
  const [removed] = matchVersion(await catalog.listRemovedSnapshots(id), version);
  const file = await citedFiles.read(shard, id, { snapshot: removed?.id ?? version, path });
  if (file !== undefined) return { kind: 'retained', file };
  if (source.kind !== 'github' || removed === undefined) throw notFound;
  const hostUrl = hostPermalink(source, removed.commit, { path });
  throw new AppError(
    'version_not_found',
    `${notFound.message} GitHub has the file as of that commit: ${hostUrl}`,
    { details: { ...notFound.details, hostUrl } },
  );
}
