/**
 * The version that is chosen of the repository shown: the one the address names, else the one the open conversation is about. What
 * stands around the page leads to it, and what is asked is asked of it.
 */
import { page } from '$app/state';

let ofConversation = $state.raw<string | null>(null);

export const chosenVersion = {
  /** An id, a branch or tag; null for what is read by default. */
  get named(): string | null {
    return page.url.searchParams.get('version') ?? ofConversation;
  },
};

/** Call it while the page of a conversation is set up. @param named the version its last question was asked of */
export function chooseVersion(named: () => string | null): void {
  $effect(() => {
    ofConversation = named();
    return () => (ofConversation = null);
  });
}
