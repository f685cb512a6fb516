/** A page as the Markdown file it becomes, which tells in its front matter what is known of it and where it stands; and that read back. */

import { headingSlug } from '../../core/heading-slug.ts';
import { scanFrontMatter } from '../scan-front-matter.ts';
import { scanMarkdown } from '../scan-markdown.ts';

interface PageFile {
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

/** What the front matter of a page's file tells of the page. */
interface PageFront {
  readonly url: string;
  readonly hasFragments: boolean;
  /** The line the page begins at, from 0. */
  readonly first: number;
}

function frontOf(lines: readonly string[]): PageFront | undefined {
  const end = lines.slice(1, maxFront).findIndex((one) => one.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end === -1) return undefined;
  const { url, fragments } = scanFrontMatter(lines.slice(1, end + 1).map(withoutEnd));
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return undefined;
  return { url, hasFragments: fragments !== undefined, first: end + 2 };
}

/** @returns the address of a page's file, with the fragment of the heading a line stands under where it is known; undefined of any other file */
export function urlOfPageLine(lines: readonly string[], line: number): string | undefined {
  const front = frontOf(lines);
  if (front === undefined) return undefined;
  const fragment = front.hasFragments ? fragmentAbove(lines, { line, first: front.first }) : undefined;
  return fragment === undefined ? front.url : withFragment(front.url, fragment);
}

/** A page by its file: where it stands, and its headings in order. */
export interface PageOutline {
  readonly url: string;
  readonly headings: readonly PageHeading[];
}

interface PageHeading {
  /** From 1, of the file. */
  readonly line: number;
  /** From 1, the outermost. */
  readonly level: number;
  readonly title: string;
  /** Of what stands under it, as `urlOfPageLine` tells it. */
  readonly url: string;
}

/** @returns undefined of a file that is no page's */
export function outlineOfPage(lines: readonly string[]): PageOutline | undefined {
  const front = frontOf(lines);
  if (front === undefined) return undefined;
  const headings = scanMarkdown(lines).headings.map(({ first, level, title }) => {
    const written = headingText.exec(withoutEnd(lines[first] ?? ''))?.[1];
    const hasOwn = front.hasFragments && written !== undefined;
    const url = hasOwn ? withFragment(front.url, fragmentOf(written)) : front.url;
    return { line: first + 1, level, title, url };
  });
  return { url: front.url, headings };
}

const headingText = /^#{1,6} (.*)$/;

/** Written behind a heading where its words do not give it. */
function fragmentOf(heading: string): string {
  return /\{#([^\s{}]+)\}\s*$/.exec(heading)?.[1] ?? headingSlug(heading.replaceAll(/[`*\\]/g, ''));
}

function withFragment(url: string, fragment: string): string {
  return `${url.split('#', 1)[0] ?? url}#${encodeURI(fragment)}`;
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
    const heading = fence === undefined ? headingText.exec(text)?.[1] : undefined;
    if (heading !== undefined) found = fragmentOf(heading);
  }
  return found;
}

/** Lines come with their end or without. */
function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}
