/**
 * Describes a page of the app for its HTML. A page about something unknown yields the error that its API route returns. A page that cannot be
 * described now, such as a file of a repository that is being indexed, gets the general summary.
 */

import { AppError } from '../../core/errors.ts';
import { isOpenToEveryone } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import { describeConversation } from './describe-conversation.ts';
import { describeFile } from './describe-file.ts';
import { describeCommit, describeDiscussion } from './describe-history.ts';
import { describeRepository } from './describe-repository.ts';
import type { PageRequest, RepositoryPage } from './page-request.ts';
import { generalSummary, sharedSummary, unlistedSummary, type PageSummary } from './page-summary.ts';

type Describe = (services: Services, viewer: Viewer, page: RepositoryPage) => Promise<PageSummary>;

const describers: Readonly<Record<string, Describe>> = {
  '/r/[id]': describeRepository,
  '/r/[id]/overview': describeRepository,
  '/r/[id]/c/[conversation]': describeConversation,
  '/r/[id]/commits/[commit]': describeCommit,
  '/r/[id]/discussions/[number]': describeDiscussion,
  '/r/[id]/files/[...path]': describeFile,
};

const pagesWithoutRepository: Readonly<Record<string, PageSummary>> = {
  '/': generalSummary,
  '/s/[token]': sharedSummary,
};

/** @returns the error if the page is about something that does not exist or that the viewer may not read */
export async function describePage(
  services: Services,
  viewer: Viewer,
  request: PageRequest,
): Promise<PageSummary | AppError> {
  const id = request.parameters['id'];
  if (id === undefined) return pagesWithoutRepository[request.route] ?? unlistedSummary;
  const found = await services.catalog.readRepository(viewer, id);
  if (found === undefined)
    return new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
  const describe = describers[request.route];
  if (describe === undefined) return unlistedSummary;
  try {
    const summary = await describe(services, viewer, { ...request, ...found });
    return isOpenToEveryone(found.repository) ? summary : unlistedSummary;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.status === 404 ? thrown : unlistedSummary;
  }
}
