/**
 * Remembers the conversations of this tab under one key of the session storage, so that they survive page changes. A page that forbids
 * storage has conversations for as long as it is shown.
 */

export interface StoredConversation {
  /** Undefined until the first question. */
  readonly id?: string | undefined;
  /** Whether the panel was open when the page was left. */
  readonly isOpen: boolean;
}

const storageKey = 'wherefore-widget';
let fallback = '{}';

function readAll(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return JSON.parse(fallback) as Record<string, unknown>;
  }
}

export function readConversation(repository: string): StoredConversation {
  const found = readAll()[repository];
  if (typeof found !== 'object' || found === null) return { isOpen: false };
  return {
    id: 'id' in found && typeof found.id === 'string' ? found.id : undefined,
    isOpen: 'isOpen' in found && found.isOpen === true,
  };
}

export function writeConversation(repository: string, conversation: StoredConversation): void {
  fallback = JSON.stringify({ ...readAll(), [repository]: conversation });
  try {
    sessionStorage.setItem(storageKey, fallback);
  } catch {
    // The page forbids storage, or it is full.
  }
}

/** Everyone with a key of a site has the same rights, so only this id keeps the conversation of a visitor private. */
export function createConversationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
