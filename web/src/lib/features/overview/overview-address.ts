/** Addresses of a repository's overview. */

/** The overview as a Markdown file. */
export function overviewMarkdownPath(repositoryId: string, version: string): string {
  const query = new URLSearchParams({ version, format: 'markdown' });
  return `/v1/repositories/${encodeURIComponent(repositoryId)}/overview?${query.toString()}`;
}
