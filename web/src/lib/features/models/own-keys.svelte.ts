/**
 * The user's own model keys. They are stored only in this browser (local storage, shared by the tabs of one origin). A key is sent only
 * with questions to its provider's models, and when those models are listed. The server does not store keys.
 */
import { readRemembered, remember } from '../../remembered.ts';
import { readKeys } from './read-keys.ts';

const storageKey = 'wherefore.model-keys';

let storedKeys = $state.raw<Readonly<Record<string, string>>>(load());

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) storedKeys = load();
  });

export const ownKeys = {
  /** The key of a provider; undefined if there is none. */
  find(provider: string): string | undefined {
    return Object.hasOwn(storedKeys, provider) ? storedKeys[provider] : undefined;
  },

  /** The providers with a key. */
  get providers(): readonly string[] {
    return Object.keys(storedKeys);
  },

  store(provider: string, key: string): void {
    save({ ...load(), [provider]: key });
  },

  remove(provider: string): void {
    save(Object.fromEntries(Object.entries(load()).filter(([name]) => name !== provider)));
  },
};

function load(): Readonly<Record<string, string>> {
  return readKeys(readRemembered(storageKey));
}

function save(keys: Readonly<Record<string, string>>): void {
  storedKeys = keys;
  remember(storageKey, JSON.stringify(keys));
}
