/**
 * The user's own model keys. They are stored only in this browser (local storage, shared by the tabs of one origin) and sent
 * only with questions to that provider's models and when its models are listed. The server does not store them.
 */
import { readRemembered, remember } from '../../remembered.ts';
import { readKeys } from './read-keys.ts';

const storageKey = 'wherefore.model-keys';

let stored = $state.raw<Readonly<Record<string, string>>>(load());

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) stored = load();
  });

export const ownKeys = {
  /** Undefined if there is none. */
  find(provider: string): string | undefined {
    return Object.hasOwn(stored, provider) ? stored[provider] : undefined;
  },

  /** The providers with a key. */
  get providers(): readonly string[] {
    return Object.keys(stored);
  },

  store(provider: string, key: string): void {
    save({ ...load(), [provider]: key });
  },

  remove(provider: string): void {
    save(Object.fromEntries(Object.entries(load()).filter(([one]) => one !== provider)));
  },
};

function load(): Readonly<Record<string, string>> {
  return readKeys(readRemembered(storageKey));
}

function save(keys: Readonly<Record<string, string>>): void {
  stored = keys;
  remember(storageKey, JSON.stringify(keys));
}
