/** Selects the repository that a tool reads: by id, by name, by the last part of its name, or the only one there is. */

import type { Repository } from '../contract/repositories/schema.ts';
import { ProblemError } from '../contract/request.ts';
import { AppError } from '../core/errors.ts';
import { matchRepositories } from '../core/repositories/match-repositories.ts';
import { isRepositoryId } from './file-links.ts';
import type { ToolContext } from './tool.ts';

const maxListed = 20;

type SelectedRepository = Pick<Repository, 'id' | 'name' | 'servedSnapshotId'>;

/** @throws AppError `repository_not_found` with the known names; `scope_missing` */
export async function selectRepository(
  { client }: Pick<ToolContext, 'client'>,
  requested: string | undefined,
): Promise<SelectedRepository> {
  const all: readonly SelectedRepository[] = await client.listRepositories().catch((thrown: unknown) => {
    // A key that may not list repositories can still use one by its id.
    const mayNotList = thrown instanceof ProblemError && thrown.problem.code === 'scope_missing';
    // Another text, such as `..`, would change the route of the request.
    if (mayNotList && isRepositoryId(requested))
      return [{ id: requested, name: requested, servedSnapshotId: null }];
    if (mayNotList) throw listingRefused();
    throw thrown;
  });
  const matches = requested === undefined ? all : matchRepositories(all, requested);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  if (all.length === 0)
    throw new AppError('repository_not_found', 'You can read no repository on this server.', {
      fix: 'Index one, or send the API key of a user who can read one.',
    });
  // The message says what to do.
  throw new AppError('repository_not_found', describeMismatch(all, { requested, matches }), { fix: '' });
}

function listingRefused(): AppError {
  return new AppError(
    'scope_missing',
    'The API key does not have the scope `read`, so it cannot find repositories by name.',
    { fix: 'Set `repository` to an id, or use a key with this scope.' },
  );
}

function describeMismatch(
  all: readonly SelectedRepository[],
  {
    requested,
    matches,
  }: { readonly requested: string | undefined; readonly matches: readonly SelectedRepository[] },
): string {
  const candidates = matches.length > 1 ? matches : all;
  const names = candidates.slice(0, maxListed).map(({ id, name }) => `${name} (id ${id})`);
  const unlisted = candidates.length - names.length;
  const list = `${names.join(', ')}${unlisted === 0 ? '' : ` and ${unlisted} more`}`;
  if (requested === undefined) return `Set \`repository\` to one of: ${list}.`;
  const found = matches.length > 1 ? `matches ${matches.length} repositories` : 'is not a repository here';
  return `${JSON.stringify(requested)} ${found}. Set \`repository\` to one of: ${list}.`;
}
