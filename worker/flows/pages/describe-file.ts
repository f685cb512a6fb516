/** Describes the page of a file or folder. */

import type { Viewer } from '../../core/viewer.ts';
import { AppError } from '../../core/errors.ts';
import type { Services } from '../services.ts';
import { readVersionedFile } from '../versions/read-versioned-file.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { RepositoryPage } from './page-request.ts';
import { repositoryPath } from './describe-repository.ts';
import { unlistedSummary, type PageSummary } from './page-summary.ts';
import { describeVersion } from './summary-words.ts';
import { countOf } from '../../core/text/count-of.ts';
import { encodePath } from '../../core/text/encode-path.ts';

/** @throws AppError `file_not_found`, and what `resolveSnapshot` throws */
export async function describeFile(
  services: Services,
  viewer: Viewer,
  { repository, parameters, query }: RepositoryPage,
): Promise<PageSummary> {
  const path = (parameters['path'] ?? '').replace(/(?<!\/)\/+$/, '');
  const request = { id: repository.id, version: query.version };
  const resolved = await resolveUnlessRemoved(services, viewer, request);
  if (resolved === undefined) {
    await readVersionedFile(services, viewer, { ...request, path });
    return unlistedSummary;
  }
  const { snapshot } = resolved;
  const home = repositoryPath(repository);
  return {
    title: path === '' ? `Files · ${repository.name}` : `${path} · ${repository.name}`,
    description: [
      `${await describeContent(services, resolved, path)} in ${repository.name}`,
      describeVersion(snapshot),
    ]
      .filter((part) => part !== '')
      .join(', '),
    path: path === '' ? `${home}/files` : `${home}/files/${encodePath(path)}`,
    isListed: true,
    image: undefined,
    imagePath: `${home}/preview.png`,
    imageQuery: { version: query.version },
  };
}

/** @returns undefined for a removed version, some files of which may still be readable */
async function resolveUnlessRemoved(
  services: Services,
  viewer: Viewer,
  request: { readonly id: string; readonly version: string | undefined },
): Promise<ResolvedSnapshot | undefined> {
  try {
    return await resolveSnapshot(services, viewer, request);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'version_not_found') return undefined;
    throw thrown;
  }
}

async function describeContent(
  services: Pick<Services, 'chunkStore' | 'graphStore'>,
  { key, snapshot }: ResolvedSnapshot,
  path: string,
): Promise<string> {
  if (path === '') return countOf(snapshot.counts.files, 'file');
  const [file] = await services.graphStore.fileNodes(key, [path]);
  if (file !== undefined) return `${path}: ${countOf(file.endLine, 'line')}`;
  const files = await services.chunkStore.countFiles(key, path);
  if (files === 0)
    throw new AppError(
      'file_not_found',
      `There is no file or folder ${JSON.stringify(path)} in this snapshot.`,
    );
  return `${path}: ${countOf(files, 'file')}`;
}
