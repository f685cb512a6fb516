/**
 * The list of conversations: those of this browser in local storage, or those of the account. The conversations themselves are on the server,
 * which deletes a conversation 30 days after its last question.
 */
import { type ListedConversation, parseStoredConversations } from './listed-conversation.ts';
import { repositoryCatalog } from '../repositories/repository-catalog.svelte.ts';

export type { ListedConversation } from './listed-conversation.ts';

export const storageKey = 'wherefore.conversations';

/** Saves the list of an account; undefined if nobody is signed in. */
let saveForAccount: ((list: readonly ListedConversation[]) => void) | undefined;
/** Whether the list of the account is complete. */
let accountList = $state<'loading' | 'loaded' | 'failed'>('loaded');
let listed = $state.raw<readonly ListedConversation[]>(loadConversations());

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) listed = loadConversations();
  });

export const conversationList = {
  /** Most recently asked first. */
  get all(): readonly ListedConversation[] {
    return listed;
  },
  get status(): 'loading' | 'loaded' | 'failed' {
    return accountList;
  },
};

/** From now on, the list is that of the account. This browser's own list stays in local storage. */
export function showAccountConversations(
  list: readonly ListedConversation[],
  save: (list: readonly ListedConversation[]) => void,
  status: 'loading' | 'loaded' | 'failed' = 'loaded',
): void {
  saveForAccount = save;
  listed = list;
  accountList = status;
}

/** The list is that of this browser again, after the account is gone. */
export function showLocalConversations(): void {
  saveForAccount = undefined;
  listed = loadLocalConversations();
  accountList = 'loaded';
}

/** The list as another tab may have stored it. */
export function loadConversations(): readonly ListedConversation[] {
  return saveForAccount === undefined ? loadLocalConversations() : listed;
}

export function loadLocalConversations(): readonly ListedConversation[] {
  try {
    return parseStoredConversations(localStorage.getItem(storageKey));
  } catch {
    return [];
  }
}

export function storeConversations(conversations: readonly ListedConversation[]): void {
  listed = conversations;
  if (saveForAccount !== undefined) return saveForAccount(conversations);
  try {
    localStorage.setItem(storageKey, JSON.stringify(listed));
  } catch {
    // Storage is full or blocked, so the list lasts as long as this page.
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
