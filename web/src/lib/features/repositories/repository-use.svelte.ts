/** When this browser last opened each repository, in local storage. Lists of repositories show the last used ones first. */
import { readRemembered, remember } from '../../remembered.ts';

const storageKey = 'wherefore.used';
const maxEntries = 200;

/** Times in milliseconds since 1970, by repository. */
let times = $state.raw<ReadonlyMap<string, number>>(parse(readRemembered(storageKey)));

export const repositoryUse = {
  /** 0 if this browser never opened the repository. */
  lastUsed: (repositoryId: string): number => times.get(repositoryId) ?? 0,

  record(repositoryId: string): void {
    const others = [...parse(readRemembered(storageKey))].filter(([id]) => id !== repositoryId);
    // An effect may call this function, so it must not read what it changes.
    const entries = [[repositoryId, Date.now()] as const, ...others].slice(0, maxEntries);
    times = new Map(entries);
    remember(storageKey, JSON.stringify(entries));
  },
};

/** Anything that is not a list of ids with times is ignored. */
function parse(stored: string | null): ReadonlyMap<string, number> {
  try {
    const entries: unknown = JSON.parse(stored ?? '[]');
    return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(entry: unknown): entry is readonly [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}
