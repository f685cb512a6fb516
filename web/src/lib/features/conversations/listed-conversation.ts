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

/** @param stored the value in `localStorage`; null if there is none */
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

/** The path of a conversation's page. */
export function listedConversationPath(
  conversation: Pick<ListedConversation, 'repositoryId' | 'id'>,
): string {
  return `/r/${encodeURIComponent(conversation.repositoryId)}/c/${encodeURIComponent(conversation.id)}`;
}
