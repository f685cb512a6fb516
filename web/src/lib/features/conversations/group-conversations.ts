/**
 * The listed conversations under the headings they are shown below: bookmarked ones first, the others by the day of their
 * last question, older ones by month. Days are those of the viewer's calendar. Each is in one group; groups keep the order
 * of the list.
 */

export interface Dated {
  readonly bookmarked: boolean;
  readonly askedAt: number;
}

interface ConversationGroup<T> {
  readonly label: string;
  readonly conversations: readonly T[];
}

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** @param listed the last asked first */
export function groupConversations<T extends Dated>(
  listed: readonly T[],
  now: Date,
): readonly ConversationGroup<T>[] {
  const groups = new Map<string, T[]>(
    ['Bookmarked', 'Today', 'Yesterday', 'Previous 7 days', 'Previous 30 days'].map((label) => [label, []]),
  );
  const label = labelBy(now);
  for (const one of listed) {
    const heading = one.bookmarked ? 'Bookmarked' : label(one.askedAt);
    const group = groups.get(heading);
    if (group) group.push(one);
    else groups.set(heading, [one]);
  }
  return [...groups]
    .filter(([, conversations]) => conversations.length > 0)
    .map(([heading, conversations]) => ({ label: heading, conversations }));
}

function labelBy(now: Date): (askedAt: number) => string {
  const daysAgo = (days: number): number =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
  const bounds = [
    ['Today', daysAgo(0)],
    ['Yesterday', daysAgo(1)],
    ['Previous 7 days', daysAgo(7)],
    ['Previous 30 days', daysAgo(30)],
  ] as const;
  return (askedAt) => bounds.find(([, from]) => askedAt >= from)?.[0] ?? month.format(askedAt);
}
