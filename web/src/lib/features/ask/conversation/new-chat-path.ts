/** The address of a new chat, optionally at a version. With a question, the page starts a conversation with it. */
export function newChatPath(repositoryId: string, question = '', version?: string | null): string {
  const query = new URLSearchParams();
  if (question !== '') query.set('q', question);
  if (version !== undefined && version !== null) query.set('version', version);
  const home = `/r/${encodeURIComponent(repositoryId)}`;
  return query.size === 0 ? home : `${home}?${query.toString()}`;
}
