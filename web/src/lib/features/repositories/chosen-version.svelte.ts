/**
 * The selected version of the shown repository: the one in the address, else the one of the open conversation. Links
 * around the page and new questions use it.
 */
import { page } from '$app/state';

let conversationVersion = $state.raw<string | null>(null);

export const chosenVersion = {
  /** An id, a branch or tag; null for the default version. */
  get named(): string | null {
    return page.url.searchParams.get('version') ?? conversationVersion;
  },
};

/** Call it during the initialization of a conversation page. @param named the version of its last question */
export function chooseVersion(named: () => string | null): void {
  $effect(() => {
    conversationVersion = named();
    return () => (conversationVersion = null);
  });
}
