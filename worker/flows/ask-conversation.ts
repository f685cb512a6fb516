/**
 * Asks a question in a conversation. Checks first what can refuse the question (the repository, the version, the model), so that a
 * refused question starts no conversation.
 */

import type { ConversationKey, NewTurn, TurnEvent, TurnSecrets } from '../core/conversation.ts';
import { chooseModels } from './generation/choose-models.ts';
import { resolveSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

/** @throws AppError what `chooseModels`, `resolveSnapshot` and `conversations.ask` throw */
export async function askConversation(
  services: Pick<Services, 'catalog' | 'conversations' | 'generation'>,
  key: ConversationKey,
  turn: NewTurn,
  secrets: TurnSecrets,
): Promise<AsyncIterable<TurnEvent>> {
  chooseModels(services.generation, turn.writing.model, secrets.modelKey !== undefined);
  await resolveSnapshot(services, key.viewer, { id: key.repositoryId, version: turn.version });
  return services.conversations.ask(key, turn, secrets);
}
