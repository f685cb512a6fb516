/**
 * Starts a turn of a conversation. It first checks the repository, the version and the model, so that a rejected question starts no
 * conversation.
 */

import type { ConversationKey, NewTurn, TurnEvent, TurnSecrets } from '../../../core/answers/conversation.ts';
import { chooseModels } from '../../models/choose-models.ts';
import type { Services } from '../../services.ts';
import { resolveSnapshot } from '../../versions/resolve-snapshot.ts';

/** @throws what `chooseModels`, `resolveSnapshot` and `conversations.ask` throw */
export async function startTurn(
  services: Pick<Services, 'catalog' | 'conversations' | 'generation'>,
  key: ConversationKey,
  turn: NewTurn,
  secrets: TurnSecrets,
): Promise<AsyncIterable<TurnEvent>> {
  chooseModels(services.generation, turn.writing.model, secrets.modelKey !== undefined);
  await resolveSnapshot(services, key.viewer, { id: key.repositoryId, version: turn.version });
  return services.conversations.ask(key, turn, secrets);
}
