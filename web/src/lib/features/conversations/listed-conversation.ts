/** An entry in this browser's list of conversations. The fields are stored in local storage. */
export interface ListedConversation {
  readonly id: string;
  readonly repositoryId: string;
  readonly repositoryName: string;
  /** The first question, or the title that the user chose. */
  readonly title: string;
  readonly bookmarked: boolean;
  readonly createdAt: number;
  /** The time of the last question. */
  readonly askedAt: number;
}

/** @param stored what `localStorage` held; null when it held nothing */
export function parseStoredConversations(stored: string | null): readonly ListedConversation[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isListedConversation) : [];
  } catch {
    return [];
  }
}

function isListedConversation(entry: unknown): entry is ListedConversation {
  if (typeof entry !== 'object' || entry === null) return false;
  const has = (name: keyof ListedConversation, type: string): boolean =>
    typeof (entry as Record<string, unknown>)[name] === type;
  return (
    has('id', 'string') &&
    has('repositoryId', 'string') &&
    has('repositoryName', 'string') &&
    has('title', 'string') &&
    has('bookmarked', 'boolean') &&
    has('createdAt', 'number') &&
    has('askedAt', 'number')
  );
}

/** The page of a conversation. */
export function listedConversationPath(one: { readonly repositoryId: string; readonly id: string }): string {
  return `/r/${encodeURIComponent(one.repositoryId)}/c/${encodeURIComponent(one.id)}`;
}
