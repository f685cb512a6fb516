/** The address of the page that searches all repositories. */
export function allSearchPath(query: string): string {
  const trimmed = query.trim();
  return trimmed === '' ? '/search' : `/search?${new URLSearchParams({ q: trimmed }).toString()}`;
}
