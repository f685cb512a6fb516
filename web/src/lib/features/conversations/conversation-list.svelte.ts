/**
 * The list of conversations in this browser, in local storage. The conversations themselves are on the server, which deletes each one thirty
 * days after its last question.
 */
import { api } from '../../api.ts';
import { type ListedConversation, parseStoredConversations } from './listed-conversation.ts';
import { postToTabs } from './tab-messages.ts';
import { repositoryCatalog } from '../repositories/repository-catalog.svelte.ts';

export type { ListedConversation } from './listed-conversation.ts';

const storageKey = 'wherefore.conversations';
const maxListed = 500;

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
    const known = load().find((one) => isSame(one, conversation));
    const entry: ListedConversation = {
      ...conversation,
      title: known?.title ?? conversation.title,
      bookmarked: known?.bookmarked ?? false,
      createdAt: known?.createdAt ?? now,
      askedAt: now,
    };
    save([entry, ...load().filter((one) => !isSame(one, conversation))]);
  },

  rename(conversation: ListedConversation, title: string): void {
    change(conversation, { title: title.trim() === '' ? conversation.title : title.trim() });
  },

  bookmark(conversation: ListedConversation, bookmarked: boolean): void {
    change(conversation, { bookmarked });
  },

  /** Deletes a conversation here and on the server. It stays listed when the server fails. @throws ProblemError */
  async remove(conversation: ListedConversation): Promise<void> {
    await removeAtServer(conversation);
    save(load().filter((one) => !isSame(one, conversation)));
    const { repositoryId, id } = conversation;
    postToTabs({ repositoryId, conversationId: id, event: 'conversation-deleted' });
  },

  /** Deletes all listed conversations one after another. Those deleted before a failure stay deleted. */
  async removeAll(onProgress: (removed: number) => void): Promise<void> {
    let removed = 0;
    for (const conversation of listed) {
      await conversationList.remove(conversation);
      onProgress((removed += 1));
    }
  },
};

/** Treats "not found" as success, since the conversations of a removed repository are deleted with it. */
async function removeAtServer({ repositoryId, id }: ListedConversation): Promise<void> {
  try {
    await api.removeConversation(repositoryId, id);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'problem' in thrown && isGone(thrown.problem))) throw thrown;
  }
}

function isGone(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null && 'status' in problem && problem.status === 404;
}

function change(conversation: ListedConversation, changes: Partial<ListedConversation>): void {
  save(load().map((one) => (isSame(one, conversation) ? { ...one, ...changes } : one)));
}

type Identity = Pick<ListedConversation, 'id' | 'repositoryId'>;

function isSame(one: Identity, other: Identity): boolean {
  return one.id === other.id && one.repositoryId === other.repositoryId;
}

/** When there are too many conversations, the bookmarked ones stay. */
function save(conversations: readonly ListedConversation[]): void {
  let remaining = maxListed - conversations.filter((one) => one.bookmarked).length;
  listed = conversations.filter((one) => one.bookmarked || remaining-- > 0);
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

/** Checks which repositories of listed conversations were removed. Call it while the shell initializes, since it is needed without a sidebar too. */
export function watchRepositories(): void {
  const listed = $derived(
    [...new Set(conversationList.all.map((one) => one.repositoryId))].toSorted().join('\n'),
  );
  $effect(() => void repositoryCatalog.check(listed.split('\n').filter(Boolean)));
}
