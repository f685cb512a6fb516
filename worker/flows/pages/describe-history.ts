/** Describes the pages of a commit and of a pull request or issue. */

import { formatDay } from '../../core/time.ts';
import type { Viewer } from '../../core/viewer.ts';
import { AppError } from '../../core/errors.ts';
import { readDiscussion } from '../browse/read-discussions.ts';
import { readCommit } from '../browse/read-history.ts';
import type { Services } from '../services.ts';
import type { RepositoryPage } from './page-request.ts';
import { repositoryPath } from './describe-repository.ts';
import type { PageSummary } from './page-summary.ts';
import { joinFacts, shortCommit } from './summary-words.ts';
import { countOf } from '../../core/text/count-of.ts';

/** @throws AppError `commit_not_found`, and what `resolveSnapshot` throws */
export async function describeCommit(
  services: Services,
  viewer: Viewer,
  { repository, parameters, query }: RepositoryPage,
): Promise<PageSummary> {
  const { commit } = await readCommit(services, viewer, {
    id: repository.id,
    version: query.version,
    commit: parameters['commit'] ?? '',
  });
  const facts = joinFacts([
    `Commit ${shortCommit(commit.id)}`,
    commit.author,
    formatDay(commit.authoredAt),
    `${countOf(commit.changedFiles, 'file')} changed`,
  ]);
  const home = repositoryPath(repository);
  return {
    title: `${commit.subject} · ${repository.name}`,
    description: `${facts} · ${repository.name}`,
    path: `${home}/commits/${commit.id}`,
    isListed: true,
    image: {
      context: repository.name,
      title: commit.subject,
      plainTitle: `Commit ${shortCommit(commit.id)}`,
      facts,
    },
    imagePath: `${home}/commits/${commit.id}/preview.png`,
    imageQuery: { version: query.version },
  };
}

/** @throws AppError `discussion_not_found`, and what `resolveSnapshot` throws */
export async function describeDiscussion(
  services: Services,
  viewer: Viewer,
  { repository, parameters, query }: RepositoryPage,
): Promise<PageSummary> {
  const text = parameters['number'] ?? '';
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new AppError('discussion_not_found', `${JSON.stringify(text)} is not a number of a discussion.`);
  const { discussion } = await readDiscussion(services, viewer, {
    id: repository.id,
    version: query.version,
    number: Number(text),
  });
  const kind = discussion.kind === 'issue' ? 'Issue' : 'Pull request';
  const home = repositoryPath(repository);
  const facts = joinFacts([
    `${kind} #${discussion.number}`,
    discussion.author,
    formatDay(discussion.openedAt),
  ]);
  return {
    title: `${discussion.title} · #${discussion.number} · ${repository.name}`,
    description: `${facts} · ${repository.name}`,
    path: `${home}/discussions/${discussion.number}`,
    isListed: true,
    image: {
      context: repository.name,
      title: discussion.title,
      plainTitle: `${kind} #${discussion.number}`,
      facts,
    },
    imagePath: `${home}/discussions/${discussion.number}/preview.png`,
    imageQuery: { version: query.version },
  };
}
