/** The address of the documentation page that a file was made from. Pure. */
import type { FileText } from '../../api.ts';

/**
 * @param line a line of the file; the address opens at its heading
 * @returns undefined unless the file was made from a page
 */
export function pageAddress({ page }: Pick<FileText, 'page'>, line?: number): string | undefined {
  const above = page?.headings.findLast((heading) => line !== undefined && heading.line <= line);
  return above?.url ?? page?.url;
}
