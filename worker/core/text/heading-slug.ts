/** The URL fragment that most documentation generators assign to a heading: `Run the server!` becomes `run-the-server`. */
export function headingSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
