/**
 * Keeps the catalog of repositories read, and knowing which repositories of listed conversations are gone: from the start, and
 * whenever a conversation of another repository is listed. Call it while the shell is set up: it is needed with no sidebar, too.
 */
import { repositoryCatalog } from '../repositories/repository-catalog.svelte.ts';
import { conversationList } from './conversation-list.svelte.ts';

export function checkRepositories(): void {
  const listed = $derived(
    [...new Set(conversationList.all.map((one) => one.repositoryId))].toSorted().join('\n'),
  );
  $effect(() => void repositoryCatalog.check(listed.split('\n').filter(Boolean)));
}
