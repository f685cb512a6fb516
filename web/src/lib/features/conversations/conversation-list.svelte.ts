/**
 * The list of this browser's conversations, in local storage. The conversations themselves are on the server, which deletes a conversation
 * 30 days after its last question.
 */
import { type ListedConversation, parseStoredConversations } from './listed-conversation.ts';
import { postToTabs } from './tab-messages.ts';
import { repositoryCatalog } from '../repositories/repository-catalog.svelte.ts';

export type { ListedConversation } from './listed-conversation.ts';

const storageKey = 'wherefore.conversations';
const maxListedConversations = 500;

let listed = $state.raw<readonly ListedConversation[]>(load());

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) listed = load();
  });

export const conversationList = {
  /** Most recently asked first. */
  get all(): readonly ListedConversation[] {
    return listed;
  },

  /** Moves a conversation to the top after a question, or adds it. A listed conversation keeps its title. */
  touch(conversation: Pick<ListedConversation, 'id' | 'repositoryId' | 'repositoryName' | 'title'>): void {
    const now = Date.now();
    const existing = load().find((entry) => isSame(entry, conversation));
    const entry: ListedConversation = {
      ...conversation,
      title: existing?.title ?? conversation.title,
      bookmarked: existing?.bookmarked ?? false,
      createdAt: existing?.createdAt ?? now,
      askedAt: now,
    };
    save([entry, ...load().filter((other) => !isSame(other, conversation))]);
  },

  rename(conversation: ListedConversation, title: string): void {
    update(conversation, { title: title.trim() === '' ? conversation.title : title.trim() });
  },

  bookmark(conversation: ListedConversation, bookmarked: boolean): void {
    update(conversation, { bookmarked });
  },

  /** Deletes a conversation on the server and here. It stays listed if the server fails. @throws ProblemError */
  async remove(conversation: ListedConversation): Promise<void> {
    await removeFromServer(conversation);
    save(load().filter((entry) => !isSame(entry, conversation)));
    const { repositoryId, id } = conversation;
    postToTabs({ repositoryId, conversationId: id, event: 'conversation-deleted' });
  },

  /** Deletes all listed conversations one after another. After a failure, the remaining conversations stay listed. */
  async removeAll(onProgress: (removedCount: number) => void): Promise<void> {
    let removedCount = 0;
    for (const conversation of listed) {
      await conversationList.remove(conversation);
      onProgress((removedCount += 1));
    }
  },
};

/** Treats "not found" as success, since the conversations of a removed repository are deleted with it. */
async function removeFromServer({ repositoryId, id }: ListedConversation): Promise<void> {
  try {
    const { api } = await import('../../api.ts');
    await api.removeConversation(repositoryId, id);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'problem' in thrown && isGone(thrown.problem))) throw thrown;
  }
}

function isGone(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null && 'status' in problem && problem.status === 404;
}

function update(conversation: ListedConversation, changes: Partial<ListedConversation>): void {
  save(load().map((entry) => (isSame(entry, conversation) ? { ...entry, ...changes } : entry)));
}

type Identity = Pick<ListedConversation, 'id' | 'repositoryId'>;

function isSame(a: Identity, b: Identity): boolean {
  return a.id === b.id && a.repositoryId === b.repositoryId;
}

/** Stores the list. If it is too long, the oldest conversations without a bookmark are removed. */
function save(conversations: readonly ListedConversation[]): void {
  let remainingCapacity =
    maxListedConversations - conversations.filter(({ bookmarked }) => bookmarked).length;
  listed = conversations.filter(({ bookmarked }) => bookmarked || remainingCapacity-- > 0);
  try {
    localStorage.setItem(storageKey, JSON.stringify(listed));
  } catch {
    // Storage is full or blocked, so the list lasts as long as this page.
  }
}

function load(): readonly ListedConversation[] {
  try {
    return parseStoredConversations(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}

/** Checks which repositories of listed conversations were removed. The shell calls it during initialization, even without a sidebar. */
export function watchRepositories(): void {
  // A string is compared by value, so the check runs again only when the set of repositories changes.
  const repositoryIds = $derived(
    [...new Set(conversationList.all.map(({ repositoryId }) => repositoryId))].toSorted().join('\n'),
  );
  $effect(() => void repositoryCatalog.check(repositoryIds.split('\n').filter(Boolean)));
}
