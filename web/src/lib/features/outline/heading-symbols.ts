/** The headings of a page as the rows of an outline: each holds what follows it up to the next of its level or above. Pure. */
import type { FileText } from '../../api.ts';
import type { OutlineSymbol } from './outline-rows.ts';

/** @param lines how many the file has */
export function headingSymbols({
  page,
  path,
  lines,
}: Pick<FileText, 'page' | 'path' | 'lines'>): readonly OutlineSymbol[] | undefined {
  return page?.headings.map(({ line, level, title }, at, all) => {
    const next = all.slice(at + 1).find((heading) => heading.level <= level);
    return {
      id: `heading:${line}`,
      name: title,
      qualifiedName: title,
      kind: 'heading',
      path,
      startLine: line,
      endLine: next === undefined ? lines : next.line - 1,
      nameLine: line,
      signature: '',
      documentation: '',
      exported: false,
      complexity: 0,
    };
  });
}
