/** The listed conversations whose title or repository holds every word typed, in any case and order. */

interface Titled {
  readonly title: string;
  readonly repositoryName: string;
}

export function findConversations<T extends Titled>(listed: readonly T[], typed: string): readonly T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return listed;
  return listed.filter(({ title, repositoryName }) => {
    const text = `${title}\n${repositoryName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
