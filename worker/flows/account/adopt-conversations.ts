/** Moves the conversations that somebody began as a visitor to the account that they have signed in to. */

import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';

const maxAdopted = 200;

/**
 * A conversation stays with the visitor if an answer is running, or if the account has one with its id.
 * @returns how many were moved
 */
export async function adoptConversations(
  { catalog, conversations }: Pick<Services, 'catalog' | 'conversations'>,
  viewer: Viewer,
  visitor: Viewer,
): Promise<number> {
  let adopted = 0;
  const listed = await catalog.listConversationsOf(visitor, { limit: maxAdopted });
  for (const { repositoryId, id, title } of listed) {
    // The repository may be one that the account may not read.
    if ((await catalog.readRepository(viewer, repositoryId)) === undefined) continue;
    const conversation = { repositoryId, id };
    const [from, to] = [
      { ...conversation, viewer: visitor },
      { ...conversation, viewer },
    ];
    if (await conversations.move(from, to, title)) adopted += 1;
  }
  return adopted;
}
