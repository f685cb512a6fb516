/**
 * Finds a repository by id or name. The last segment of a name is enough when only one repository's name ends with it. An upload
 * and a GitHub repository may share a name.
 */

import { matchRepositories, type Client } from '../../worker/contract/client.ts';
import type { Repository } from '../../worker/contract/repositories/schema.ts';
import { CommandError } from './command-error.ts';

const maxListed = 10;

/** @throws CommandError `repository_not_found` | `repository_ambiguous`, listing the candidates. */
export async function findRepository(client: Client, requestedName: string): Promise<Repository> {
  const all = await client.listRepositories();
  const matches = matchRepositories(all, requestedName);
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  if (match !== undefined) throw createAmbiguityError(requestedName, matches);
  throw new CommandError('notFound', 'repository_not_found', {
    message:
      all.length === 0
        ? `There is no repository "${requestedName}": this server has no repositories yet.`
        : `There is no repository "${requestedName}"; found ${listNames(all)}.`,
    fix: suggestFix(requestedName),
  });
}

function createAmbiguityError(requestedName: string, matches: readonly Repository[]): CommandError {
  const sources = matches.map(({ id, source }) => `${id} (${source.kind})`).join(' and ');
  return matches.every(({ name }) => name === requestedName)
    ? new CommandError('usage', 'repository_ambiguous', {
        message: `"${requestedName}" is the name of ${sources}.`,
        fix: 'Use the id instead.',
      })
    : new CommandError('usage', 'repository_ambiguous', {
        message: `"${requestedName}" matches ${listNames(matches)}.`,
        fix: 'Use the full name, or the id that `npx wherefore status` shows.',
      });
}

/** A repository named `owner/name` can be indexed from GitHub, or queried live without an index. */
function suggestFix(name: string): string {
  return /^[\w.-]+\/[\w.-]+$/.test(name)
    ? `Index it with \`npx wherefore index ${name}\`, or ask without an index: \`npx wherefore ask ${name} "…" --live\`.`
    : 'Index it with `npx wherefore index <folder>`, or name an existing repository.';
}

function listNames(repositories: readonly Repository[]): string {
  const listed = repositories.slice(0, maxListed).map((repository) => `"${repository.name}"`);
  const unlistedCount = repositories.length - listed.length;
  return listed.join(', ') + (unlistedCount > 0 ? ` and ${unlistedCount} more` : '');
}
