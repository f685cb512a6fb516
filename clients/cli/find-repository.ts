/** A repository by id or by name; the last part of a name is enough where only one ends in it. An upload and a repository on GitHub may have the same name. */

import type { Client } from '../../worker/contract/client.ts';
import type { Repository } from '../../worker/contract/repository.ts';
import { CommandError } from './command-error.ts';

const shown = 10;

/** @throws CommandError `repository_not_found` | `repository_ambiguous`, naming what there is. */
export async function findRepository(client: Client, wanted: string): Promise<Repository> {
  const all = await client.listRepositories();
  const byId = all.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const exact = all.filter(({ name }) => name === wanted);
  if (exact.length > 1)
    throw new CommandError('usage', 'repository_ambiguous', {
      message: `"${wanted}" is the name of ${exact.map(({ id, source }) => `${id} (${source.kind})`).join(' and ')}.`,
      fix: 'Give the id.',
    });
  const [named] = exact;
  if (named !== undefined) return named;
  const folded = wanted.toLowerCase();
  const close = all.filter((repository) => {
    const name = repository.name.toLowerCase();
    return name === folded || name.endsWith(`/${folded}`);
  });
  const [only] = close;
  if (only !== undefined && close.length === 1) return only;
  if (close.length > 1) {
    throw new CommandError('usage', 'repository_ambiguous', {
      message: `"${wanted}" may be any of ${names(close)}.`,
      fix: 'Give the whole name, or the id that `npx wherefore status` shows.',
    });
  }
  throw new CommandError('notFound', 'repository_not_found', {
    message:
      all.length === 0
        ? `There is no repository "${wanted}": this server holds none yet.`
        : `There is no repository "${wanted}"; found ${names(all)}.`,
    fix: fixFor(wanted),
  });
}

/** What has the form of a repository on GitHub can be indexed from there, and asked without. */
function fixFor(wanted: string): string {
  return /^[\w.-]+\/[\w.-]+$/.test(wanted)
    ? `Index it with \`npx wherefore index ${wanted}\`, or ask without: \`npx wherefore ask ${wanted} "…" --live\`.`
    : 'Index it with `npx wherefore index <folder>`, or name one that is there.';
}

function names(repositories: readonly Repository[]): string {
  const listed = repositories.slice(0, shown).map((repository) => `"${repository.name}"`);
  const more = repositories.length - listed.length;
  return listed.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
