/** A conversations port that runs no conversation and records which ones were removed. */

import type { ConversationKey } from '../../../worker/core/answers/conversation.ts';
import type { Conversations } from '../../../worker/ports/conversations.ts';

interface MemoryConversations extends Conversations {
  readonly removed: readonly ConversationKey[];
}

const refuse = (): never => {
  throw new Error('This fake cannot run conversations.');
};

export function createMemoryConversations(): MemoryConversations {
  const removed: ConversationKey[] = [];
  return {
    removed,
    maxTurns: 0,
    ask: refuse,
    follow: refuse,
    findRunningTurn: () => Promise.resolve(undefined),
    stop: () => Promise.resolve({ turn: undefined, endedMs: 0 }),
    read: () => Promise.resolve(undefined),
    move: refuse,
    remove: (key) => Promise.resolve(void removed.push(key)),
    removeHidden: (key) => Promise.resolve(void removed.push(key)),
  };
}
