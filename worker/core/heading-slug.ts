/** The fragment most generators of documentation give a heading: `Run the server!` is `run-the-server`. */
export function headingSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
