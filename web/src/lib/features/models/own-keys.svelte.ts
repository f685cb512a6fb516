/**
 * Keys of one's own for vendors of models. They are kept in this browser alone (local storage, shared by the tabs of one origin),
 * and leave it with questions to that vendor's models and when that vendor's models are listed; this server does not keep them.
 */
import { readRemembered, remember } from '../../remembered.ts';
import { readKeys } from './read-keys.ts';

const storageKey = 'wherefore.model-keys';

let kept = $state.raw<Readonly<Record<string, string>>>(load());

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) kept = load();
  });

export const ownKeys = {
  /** Undefined where there is none. */
  of(provider: string): string | undefined {
    return Object.hasOwn(kept, provider) ? kept[provider] : undefined;
  },

  /** Vendors there is one for. */
  get providers(): readonly string[] {
    return Object.keys(kept);
  },

  keep(provider: string, key: string): void {
    save({ ...load(), [provider]: key });
  },

  forget(provider: string): void {
    save(Object.fromEntries(Object.entries(load()).filter(([one]) => one !== provider)));
  },
};

function load(): Readonly<Record<string, string>> {
  return readKeys(readRemembered(storageKey));
}

function save(keys: Readonly<Record<string, string>>): void {
  kept = keys;
  remember(storageKey, JSON.stringify(keys));
}
