/** The list of conversations as it was stored: entries that are none are left out, whoever wrote them. */
import type { ListedConversation } from './listed-conversation.ts';

/** @param stored what `localStorage` held; null when it held nothing */
export function readListed(stored: string | null): readonly ListedConversation[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isListed) : [];
  } catch {
    return [];
  }
}

function isListed(entry: unknown): entry is ListedConversation {
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
