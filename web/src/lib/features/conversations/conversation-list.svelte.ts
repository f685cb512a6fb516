/**
 * The conversations this browser knows of. The list lives here alone (local storage, shared by the tabs of one origin); what
 * was said lives at the server, which forgets a conversation thirty days after its last question.
 */
import { api } from '../../api.ts';
import type { ListedConversation } from './listed-conversation.ts';
import { readListed } from './read-listed.ts';
import { tellTabs } from './tabs.ts';

export type { ListedConversation } from './listed-conversation.ts';

const storageKey = 'wherefore.conversations';
const maxListed = 500;

let listed = $state.raw<readonly ListedConversation[]>(load());

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) listed = load();
  });

export const conversationList = {
  /** The last asked first. */
  get all(): readonly ListedConversation[] {
    return listed;
  },

  /** A question was asked in it: it is listed first, and keeps the title it has. */
  touch(asked: Pick<ListedConversation, 'id' | 'repositoryId' | 'repositoryName' | 'title'>): void {
    const now = Date.now();
    const known = load().find((one) => isSame(one, asked));
    const entry: ListedConversation = {
      ...asked,
      title: known?.title ?? asked.title,
      bookmarked: known?.bookmarked ?? false,
      createdAt: known?.createdAt ?? now,
      askedAt: now,
    };
    save([entry, ...load().filter((one) => !isSame(one, asked))]);
  },

  rename(conversation: ListedConversation, title: string): void {
    change(conversation, { title: title.trim() === '' ? conversation.title : title.trim() });
  },

  bookmark(conversation: ListedConversation, bookmarked: boolean): void {
    change(conversation, { bookmarked });
  },

  /** Removes it here and at the server; stays listed when the server cannot be reached, whose `ProblemError` is thrown. */
  async remove(conversation: ListedConversation): Promise<void> {
    await removeAtServer(conversation);
    save(load().filter((one) => !isSame(one, conversation)));
    const { repositoryId, id } = conversation;
    tellTabs({ repositoryId, conversationId: id, what: 'removed' });
  },

  /** All that are listed, one after the other; what was removed before a failure stays removed. */
  async removeAll(onProgress: (removed: number) => void): Promise<void> {
    let removed = 0;
    for (const conversation of listed) {
      await conversationList.remove(conversation);
      onProgress((removed += 1));
    }
  },
};

/** A conversation of a repository that is gone is gone with it. */
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

/** Bookmarked ones are kept when there are too many. */
function save(conversations: readonly ListedConversation[]): void {
  let room = maxListed - conversations.filter((one) => one.bookmarked).length;
  listed = conversations.filter((one) => one.bookmarked || room-- > 0);
  try {
    localStorage.setItem(storageKey, JSON.stringify(listed));
  } catch {
    // Storage is full or forbidden: the list lasts as long as this page.
  }
}

function load(): readonly ListedConversation[] {
  try {
    return readListed(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}
