/** From what a request names to the conversation that is meant, of a repository its viewer may read. */

import type { Context as HonoContext } from 'hono';
import type { ConversationKey } from '../core/conversation.ts';
import { AppError } from '../core/errors.ts';
import type { Context } from './app.ts';

/**
 * A conversation quotes its repository: whoever may not read the one may not read the other.
 * @throws AppError `repository_not_found`
 */
export async function keyOfConversation(
  context: Pick<HonoContext<Context>, 'get'>,
  { id: repositoryId, conversation: id }: { readonly id: string; readonly conversation: string },
): Promise<ConversationKey> {
  const viewer = context.get('viewer');
  const found = await context.get('services').catalog.readRepository(viewer, repositoryId);
  if (found === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(repositoryId)}.`);
  return { viewer, repositoryId, id };
}
