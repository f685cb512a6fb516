/** Returns the address of the documentation page from which a file was made. */
import type { FileText } from '../../api.ts';

/**
 * @param line a line of the file; the address then opens at the heading above it
 * @returns undefined if the file was not made from a page
 */
export function pageAddress({ page }: Pick<FileText, 'page'>, line?: number): string | undefined {
  const lastHeading = page?.headings.findLast((heading) => line !== undefined && heading.line <= line);
  return lastHeading?.url ?? page?.url;
}
