/** The conversations of the signed-in user, which the server lists. Changes of titles and bookmarks are saved there. */
import { api, type ConversationList } from '../../../api.ts';
import {
  loadConversations,
  loadLocalConversations,
  showAccountConversations,
  showLocalConversations,
  storageKey,
  type ListedConversation,
} from '../../conversations/conversation-list.svelte.ts';
import { findChanges } from './find-changes.ts';
import { addBegun } from './add-begun.ts';
import { sortLocal } from './sort-local.ts';

const pageSize = 200;
const maxConversations = 1_000;

let saved: readonly ListedConversation[] = [];
let localCount = $state(0);

export const accountConversations = {
  /** Conversations that are listed in this browser only, from before the sign-in. */
  get localCount(): number {
    return localCount;
  },

  /** Shows the conversations of the account in place of this browser's. */
  async begin(): Promise<void> {
    const local = loadLocalConversations();
    saved = sortLocal(local, [], performance.timeOrigin).begun;
    showAccountConversations(saved, save, 'loading');
    await load().catch(() => showAccountConversations(loadConversations(), save, 'failed'));
    const { earlier } = sortLocal(local, saved, performance.timeOrigin);
    localCount = earlier.length;
    if (earlier.length < local.length) localStorage.setItem(storageKey, JSON.stringify(earlier));
  },

  /** Shows this browser's conversations, after the account was deleted. */
  end(): void {
    saved = [];
    localCount = 0;
    showLocalConversations();
  },

  /** Moves this browser's conversations to the account. @returns the number of those that were moved */
  async adopt(): Promise<number> {
    const { adopted } = await api.adoptConversations();
    localStorage.removeItem(storageKey);
    localCount = 0;
    await load();
    return adopted;
  },
};

async function load(): Promise<void> {
  const all: ListedConversation[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && all.length < maxConversations) {
    const page: ConversationList = await api.listConversations({
      limit: pageSize,
      ...(cursor === undefined ? {} : { cursor }),
    });
    all.push(...page.conversations.map(toListed));
    cursor = page.next;
  }
  // The user may have asked while the list loaded.
  saved = addBegun(all, loadConversations(), performance.timeOrigin);
  showAccountConversations(saved, save);
}

/** The server adds a conversation with its first question, and removes it itself. */
function save(list: readonly ListedConversation[]): void {
  const changes = findChanges(saved, list);
  saved = list;
  for (const { repositoryId, id, ...change } of changes)
    // The server's list is right if a change was not saved.
    api.changeConversation(repositoryId, id, change).catch(() => load().catch(() => undefined));
}

function toListed({
  createdAt,
  askedAt,
  ...conversation
}: ConversationList['conversations'][number]): ListedConversation {
  return { ...conversation, createdAt: Date.parse(createdAt), askedAt: Date.parse(askedAt) };
}
