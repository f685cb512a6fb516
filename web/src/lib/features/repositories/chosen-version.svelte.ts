/**
 * The version that the user chose: the version in the address, else the version of the open conversation. Links and new questions
 * use it.
 */
import { page } from '$app/state';

let conversationVersion = $state.raw<string | null>(null);

export const chosenVersion = {
  /** An id, a branch or tag; null for the default version. */
  get reference(): string | null {
    return page.url.searchParams.get('version') ?? conversationVersion;
  },
};

/** Call it during the initialization of a conversation page. @param getReference returns the version of the last question */
export function chooseVersion(getReference: () => string | null): void {
  $effect(() => {
    conversationVersion = getReference();
    return () => (conversationVersion = null);
  });
}
