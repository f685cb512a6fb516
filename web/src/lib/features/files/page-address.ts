/** Where the page of a documentation stands that a file was made from. Pure. */
import type { FileText } from '../../api.ts';

/**
 * @param line one of the file's, to open at the heading it stands under
 * @returns undefined of a file that is no page's
 */
export function pageAddress({ page }: Pick<FileText, 'page'>, line?: number): string | undefined {
  const above = page?.headings.findLast((heading) => line !== undefined && heading.line <= line);
  return above?.url ?? page?.url;
}
