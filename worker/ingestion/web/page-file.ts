/** A page as the Markdown file it becomes, which tells in its front matter what is known of it and where it stands; and that read back. */

import { headingSlug } from '../../core/heading-slug.ts';
import { scanFrontMatter } from '../scan-front-matter.ts';

export interface PageFile {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly markdown: string;
  /** Whether its headings can be linked to. */
  readonly hasFragments: boolean;
}

export function writePageFile({ title, description, url, markdown, hasFragments }: PageFile): string {
  const front = [
    `title: ${value(title)}`,
    ...(description === '' ? [] : [`description: ${value(description)}`]),
    `url: ${url}`,
    ...(hasFragments ? ['fragments: true'] : []),
  ];
  return `---\n${front.join('\n')}\n---\n\n${markdown}\n`;
}

/** On one line, in quotes it does not hold. */
function value(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.includes('"') ? `'${line.replaceAll("'", '’')}'` : `"${line}"`;
}

/** Lines of front matter looked at. */
const maxFront = 12;

/** @returns the address of a page's file, with the fragment of the heading a line stands under where it is known; undefined of any other file */
export function urlOfPageLine(lines: readonly string[], line: number): string | undefined {
  const end = lines.slice(1, maxFront).findIndex((one) => one.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end === -1) return undefined;
  const { url, fragments } = scanFrontMatter(lines.slice(1, end + 1).map(withoutEnd));
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return undefined;
  const fragment = fragments === undefined ? undefined : fragmentAbove(lines, { line, first: end + 2 });
  return fragment === undefined ? url : `${url.split('#', 1)[0] ?? url}#${encodeURI(fragment)}`;
}

function fragmentAbove(
  lines: readonly string[],
  { line, first }: { readonly line: number; readonly first: number },
): string | undefined {
  let found: string | undefined;
  let fence: string | undefined;
  // A span may begin with the blank lines before its heading.
  const blank = lines.slice(line - 1).findIndex((text) => text.trim() !== '');
  for (const text of lines.slice(first, line + Math.max(0, blank)).map(withoutEnd)) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(text)?.[1];
    // Marks of one kind open and close, also within a quote.
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? /^#{1,6} (.*)$/.exec(text)?.[1] : undefined;
    if (heading !== undefined)
      found = /\{#([^\s{}]+)\}\s*$/.exec(heading)?.[1] ?? headingSlug(heading.replaceAll(/[`*\\]/g, ''));
  }
  return found;
}

/** Lines come with their end or without. */
function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}
