/** Writes a crawled page as a Markdown file with its address in the front matter, and reads it back. */

import { headingSlug } from '../../core/text/heading-slug.ts';
import { parseFrontMatter } from '../documents/scan-front-matter.ts';
import { scanMarkdown } from '../documents/scan-markdown.ts';
import { filterPath } from '../source-files/path-filters.ts';

interface PageFile {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly markdown: string;
  /** Whether the page's headings have fragments to link to. */
  readonly hasFragments: boolean;
}

export function writePageFile({ title, description, url, markdown, hasFragments }: PageFile): string {
  const frontMatter = [
    `title: ${quoteValue(title)}`,
    ...(description === '' ? [] : [`description: ${quoteValue(description)}`]),
    `url: ${url}`,
    ...(hasFragments ? ['fragments: true'] : []),
  ];
  return `---\n${frontMatter.join('\n')}\n---\n\n${markdown}\n`;
}

/** Returns the text as one line, in quotes that it does not contain. */
function quoteValue(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.includes('"') ? `'${line.replaceAll("'", '’')}'` : `"${line}"`;
}

/** Maximum lines of front matter. */
const maxFrontMatterLines = 12;

/** The front matter of a page's file. */
interface PageFrontMatter {
  readonly url: string;
  readonly hasFragments: boolean;
  /** The page's first line, 0-based. */
  readonly first: number;
}

function readPageFrontMatter(lines: readonly string[]): PageFrontMatter | undefined {
  const end = lines.slice(1, maxFrontMatterLines).findIndex((line) => line.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end === -1) return undefined;
  const { url, fragments } = parseFrontMatter(lines.slice(1, end + 1).map(stripLineEnd));
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return undefined;
  return { url, hasFragments: fragments !== undefined, first: end + 2 };
}

/**
 * Returns the page's address, with the fragment of the heading above the line if known. Returns undefined for a
 * file that is not a page.
 */
export function resolvePageLineUrl(lines: readonly string[], line: number): string | undefined {
  const frontMatter = readPageFrontMatter(lines);
  if (frontMatter === undefined) return undefined;
  const fragment = frontMatter.hasFragments
    ? findFragmentAbove(lines, { line, first: frontMatter.first })
    : undefined;
  return fragment === undefined ? frontMatter.url : withFragment(frontMatter.url, fragment);
}

/** A page's address, and its headings in order. */
export interface PageOutline {
  readonly url: string;
  readonly headings: readonly PageHeading[];
}

interface PageHeading {
  /** 1-based line in the file. */
  readonly line: number;
  /** From 1, the outermost. */
  readonly level: number;
  readonly title: string;
  /** Address of its section, as `resolvePageLineUrl` returns it. */
  readonly url: string;
}

/** @returns undefined for a file that is not a page. */
export function parsePageOutline(lines: readonly string[]): PageOutline | undefined {
  const frontMatter = readPageFrontMatter(lines);
  if (frontMatter === undefined) return undefined;
  const headings = scanMarkdown(lines).headings.map(({ first, level, title }) => {
    const heading = headingText.exec(stripLineEnd(lines[first] ?? ''))?.[1];
    const hasOwn = frontMatter.hasFragments && heading !== undefined;
    const url = hasOwn ? withFragment(frontMatter.url, getHeadingFragment(heading)) : frontMatter.url;
    return { line: first + 1, level, title, url };
  });
  return { url: frontMatter.url, headings };
}

const headingText = /^#{1,6} (.*)$/;

/** Reads the fragment after the heading, or derives it from the heading's words if none follows. */
function getHeadingFragment(heading: string): string {
  return /\{#([^\s{}]+)\}\s*$/.exec(heading)?.[1] ?? headingSlug(heading.replaceAll(/[`*\\]/g, ''));
}

function withFragment(url: string, fragment: string): string {
  return `${url.split('#', 1)[0] ?? url}#${encodeURI(fragment)}`;
}

function findFragmentAbove(
  lines: readonly string[],
  { line, first }: { readonly line: number; readonly first: number },
): string | undefined {
  let fragment: string | undefined;
  let fence: string | undefined;
  // A span may begin with the blank lines before its heading.
  const blank = lines.slice(line - 1).findIndex((text) => text.trim() !== '');
  for (const text of lines.slice(first, line + Math.max(0, blank)).map(stripLineEnd)) {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(text)?.[1];
    // The same mark opens and closes a fence, also within a quote.
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? headingText.exec(text)?.[1] : undefined;
    if (heading !== undefined) fragment = getHeadingFragment(heading);
  }
  return fragment;
}

/** Accepts lines with or without their line ending. */
function stripLineEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}

const maxSegmentLength = 120;
const maxPathLength = 400;

/**
 * Returns the page's file path, relative and without `.` and `..`. Two addresses may have the same path.
 * @param folder the documentation's folder: begins and ends with a slash.
 * @param address as `normalizePageAddress` returns it.
 */
export function toPagePath(folder: string, address: string): string {
  const { pathname, search } = new URL(address);
  const relativePath = pathname.startsWith(folder) ? pathname.slice(folder.length) : pathname;
  const isRoot = `${pathname}/` === folder || pathname === folder;
  const segments = (isRoot ? '' : relativePath)
    .split('/')
    .map(sanitizeSegment)
    .filter((segment) => segment !== '');
  const last = segments.pop() ?? 'index';
  const nameWithoutExtension = last
    .replace(/\.(?:html?|xhtml|php|aspx?|mdx?|markdown|txt)$/i, '')
    .replace(/\.html$/i, '');
  const query = search === '' ? '' : `-${sanitizeSegment(search.slice(1).replaceAll(/[=&%+]+/g, '-'))}`;
  const path = [
    ...segments.map(avoidFilteredName),
    `${nameWithoutExtension === '' ? 'index' : nameWithoutExtension}${query}.md`,
  ].join('/');
  return path.length > maxPathLength ? path.slice(-maxPathLength).replace(/^[^/]*\//, '') : path;
}

function sanitizeSegment(segment: string): string {
  const decoded = decodeSegment(segment);
  const plain = decoded.replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, '-').replaceAll(/^[.-]+|-+$/g, '');
  return plain.slice(0, maxSegmentLength);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * A page below `/vendor/` is not copied code, so a folder name that the path filters would skip gets a
 * suffix.
 */
function avoidFilteredName(segment: string): string {
  return filterPath(`${segment}/page.md`) === undefined ? segment : `${segment}_`;
}
