/** Changes the list of this browser's conversations, and deletes conversations on the server. */
import { api } from '../../api.ts';
import { conversationList, loadConversations, storeConversations } from './conversation-list.svelte.ts';
import type { ListedConversation } from './listed-conversation.ts';
import { postToTabs } from './tab-messages.ts';

const maxListedConversations = 500;

/** Moves a conversation to the top after a question, or adds it. A listed conversation keeps its title. */
export function touchConversation(
  conversation: Pick<ListedConversation, 'id' | 'repositoryId' | 'repositoryName' | 'title'>,
): void {
  const now = Date.now();
  const existing = loadConversations().find((entry) => isSame(entry, conversation));
  const entry: ListedConversation = {
    ...conversation,
    title: existing?.title ?? conversation.title,
    bookmarked: existing?.bookmarked ?? false,
    createdAt: existing?.createdAt ?? now,
    askedAt: now,
  };
  save([entry, ...loadConversations().filter((other) => !isSame(other, conversation))]);
}

export function renameConversation(conversation: ListedConversation, title: string): void {
  update(conversation, { title: title.trim() === '' ? conversation.title : title.trim() });
}

export function bookmarkConversation(conversation: ListedConversation, bookmarked: boolean): void {
  update(conversation, { bookmarked });
}

/** Deletes a conversation on the server and here. It stays listed if the server fails. @throws ProblemError */
export async function removeConversation(conversation: ListedConversation): Promise<void> {
  await removeFromServer(conversation);
  save(loadConversations().filter((entry) => !isSame(entry, conversation)));
  const { repositoryId, id } = conversation;
  postToTabs({ repositoryId, conversationId: id, event: 'conversation-deleted' });
}

/** Deletes all listed conversations one after another. After a failure, the remaining conversations stay listed. */
export async function removeAllConversations(onProgress: (removedCount: number) => void): Promise<void> {
  let removedCount = 0;
  for (const conversation of conversationList.all) {
    await removeConversation(conversation);
    onProgress((removedCount += 1));
  }
}

/** Treats "not found" as success, since the conversations of a removed repository are deleted with it. */
async function removeFromServer({ repositoryId, id }: ListedConversation): Promise<void> {
  try {
    await api.removeConversation(repositoryId, id);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'problem' in thrown && isGone(thrown.problem))) throw thrown;
  }
}

function isGone(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null && 'status' in problem && problem.status === 404;
}

function update(conversation: ListedConversation, changes: Partial<ListedConversation>): void {
  save(loadConversations().map((entry) => (isSame(entry, conversation) ? { ...entry, ...changes } : entry)));
}

type Identity = Pick<ListedConversation, 'id' | 'repositoryId'>;

function isSame(a: Identity, b: Identity): boolean {
  return a.id === b.id && a.repositoryId === b.repositoryId;
}

/** Stores the list. If it is too long, the oldest conversations without a bookmark are removed. */
function save(conversations: readonly ListedConversation[]): void {
  let remainingCapacity =
    maxListedConversations - conversations.filter(({ bookmarked }) => bookmarked).length;
  storeConversations(conversations.filter(({ bookmarked }) => bookmarked || remainingCapacity-- > 0));
}
