/**
 * Filters and groups the listed conversations. Pure. Bookmarked conversations come first. Other conversations are grouped by the date of their last
 * question in the user's time zone, older ones by month. Each conversation is in one group, and groups keep the order of the list.
 */

interface DatedConversation {
  readonly bookmarked: boolean;
  readonly askedAt: number;
}

interface ConversationGroup<T> {
  readonly label: string;
  readonly conversations: readonly T[];
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** @param listed most recently asked first */
export function groupConversations<T extends DatedConversation>(
  listed: readonly T[],
  now: Date,
): readonly ConversationGroup<T>[] {
  const groups = new Map<string, T[]>(
    ['Bookmarked', 'Today', 'Yesterday', 'Previous 7 days', 'Previous 30 days'].map((label) => [label, []]),
  );
  const labelDay = createDayLabeler(now);
  for (const conversation of listed) {
    const label = conversation.bookmarked ? 'Bookmarked' : labelDay(conversation.askedAt);
    const group = groups.get(label);
    if (group) group.push(conversation);
    else groups.set(label, [conversation]);
  }
  return [...groups]
    .filter(([, conversations]) => conversations.length > 0)
    .map(([label, conversations]) => ({ label, conversations }));
}

function createDayLabeler(now: Date): (askedAt: number) => string {
  const daysAgo = (days: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
  const bounds = [
    ['Today', daysAgo(0)],
    ['Yesterday', daysAgo(1)],
    ['Previous 7 days', daysAgo(7)],
    ['Previous 30 days', daysAgo(30)],
  ] as const;
  return (askedAt) => bounds.find(([, start]) => askedAt >= start)?.[0] ?? monthFormat.format(askedAt);
}

interface TitledConversation {
  readonly title: string;
  readonly repositoryName: string;
}

/** The conversations whose title or repository contains every typed word, in any case and order. */
export function findConversations<T extends TitledConversation>(
  listed: readonly T[],
  searchText: string,
): readonly T[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return listed;
  return listed.filter(({ title, repositoryName }) => {
    const text = `${title}\n${repositoryName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
