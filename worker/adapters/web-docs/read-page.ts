/** Reads a page of HTML, Markdown or plain text: its title, metadata, links and its content as Markdown. */

import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { readRobotsDirectives } from '../../core/repositories/robots-directives.ts';
import type { PageReader, WebPage } from '../../ports/page-reader.ts';
import { boundMarkup } from './bound-markup.ts';
import { decodePage } from './decode-page.ts';
import { extractMainContent } from './main-content.ts';
import { readMarkdownPage } from './read-markdown-page.ts';
import { attribute, elementsWithin, isElement, textOnLine, type PageElement } from './page-tree.ts';
import { toPlainBlocks } from './plain-blocks.ts';
import { toMarkdown } from './to-markdown.ts';

const maxLinks = 5_000;
const maxTitleLength = 300;
const parser = unified().use(rehypeParse);

export const readPage: PageReader['page'] = ({ url, contentType, bytes }) => {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const text = decodePage(bytes, contentType);
  const isMarkup = /^\s*(?:<!doctype html|<html|<\?xml[^>]{0,200}\?>\s*<(?:!doctype html|html))/i.test(
    text.slice(0, 1_000),
  );
  if (type === 'text/html' || type === 'application/xhtml+xml' || isMarkup) return readHtml(url, text);
  if (/^text\/(?:x-)?markdown$/.test(type) || /\.(?:md|mdx|markdown|txt)$/i.test(new URL(url).pathname))
    return /xml|gzip/.test(type) ? undefined : readMarkdownPage(url, text);
  return undefined;
};

function readHtml(url: string, text: string): WebPage {
  const { html, isCut } = boundMarkup(text);
  const root = parser.parse(html);
  const elements = elementsWithin(root);
  const base = findBase(elements, url);
  const head = readHead(elements, base);
  // Reads links before the navigation is removed, since it contains most of them.
  const links = listLinks(elements, base);
  const content = extractMainContent(root);
  const ownHeading = content && elementsWithin(content).find((node) => node.tagName === 'h1');
  const title = (ownHeading === undefined ? head.title : headingTitle(ownHeading)).slice(0, maxTitleLength);
  const body = content === undefined ? '' : writeContent(content, base);
  return {
    ...head,
    title,
    markdown: ownHeading !== undefined || title === '' || body === '' ? body : `# ${title}\n\n${body}`,
    links: head.isFollowable ? links : [],
    hasFragments: content !== undefined && hasFragments(content),
    isCut,
  };
}

/** Call this after `writeContent`, which moves fragments to their headings. */
function hasFragments(content: PageElement): boolean {
  return elementsWithin(content).some(
    (node) => /^h[1-6]$/.test(node.tagName) && attribute(node, 'id') !== undefined,
  );
}

/** Returns the text of a heading without its link symbol. */
function headingTitle(heading: PageElement): string {
  return textOnLine(heading).replace(/[¶#\u200b\uf0c1\s]+$/u, '');
}

function writeContent(content: PageElement, base: string): string {
  toPlainBlocks(content);
  return toMarkdown(content, base);
}

function findBase(elements: readonly PageElement[], url: string): string {
  const base = elements.find((node) => node.tagName === 'base' && attribute(node, 'href') !== undefined);
  const href = base && attribute(base, 'href');
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url;
}

function readHead(
  elements: readonly PageElement[],
  base: string,
): Omit<WebPage, 'markdown' | 'links' | 'hasFragments' | 'isCut'> {
  const metas = elements.filter((node) => node.tagName === 'meta');
  const metaContents = (name: string): string[] =>
    metas.filter((node) => metaName(node) === name).map(metaContent);
  const meta = (name: string): string => metaContents(name)[0] ?? '';
  const linkTargets = (rel: string, type?: string): string[] =>
    elements
      .filter((node) => node.tagName === 'link' && readRel(node).includes(rel))
      .filter((node) => type === undefined || attribute(node, 'type') === type)
      .flatMap((node) => toAbsoluteUrls(attribute(node, 'href'), base));
  const refresh = /^\s*0*(?:\.0*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s>]+)/i.exec(meta('refresh'))?.[1];
  const title = elements.find((node) => node.tagName === 'title');
  return {
    title: removeSiteName(meta('og:title') || (title ? textOnLine(title) : '')),
    description: (meta('description') || meta('og:description')).slice(0, 500),
    canonical: linkTargets('canonical')[0],
    ...readRobotsDirectives([...metaContents('robots'), ...metaContents('wherefore')].join(',')),
    language: elements.filter((node) => node.tagName === 'html').map((node) => attribute(node, 'lang'))[0],
    redirectsTo: toAbsoluteUrls(refresh, base)[0],
    markdownUrl: linkTargets('alternate', 'text/markdown')[0],
    feeds: [
      ...linkTargets('alternate', 'application/rss+xml'),
      ...linkTargets('alternate', 'application/atom+xml'),
    ],
  };
}

/** Returns the name of a `meta` element in lower case. */
function metaName({ properties }: PageElement): string {
  const { name, property, httpEquiv } = properties;
  return String(name ?? property ?? httpEquiv ?? '').toLowerCase();
}

function readRel({ properties }: PageElement): readonly string[] {
  const { rel } = properties;
  return Array.isArray(rel) ? rel.map(String) : [];
}

/** Removes the site from `Page - Site`. */
function removeSiteName(title: string): string {
  return (
    title
      .replaceAll(/\s+/g, ' ')
      .split(/ [|–—·•] | - /)[0]
      ?.trim() ?? ''
  );
}

function metaContent(node: PageElement): string {
  return attribute(node, 'content')?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

function listLinks(elements: readonly PageElement[], base: string): string[] {
  const urls = elements
    .filter(
      (node) =>
        isElement(node, 'a', 'area') ||
        (isElement(node, 'link') && /next|prev/.test(readRel(node).join(' '))),
    )
    .filter((node) => !readRel(node).includes('nofollow'))
    .flatMap((node) => toAbsoluteUrls(attribute(node, 'href'), base));
  return [...new Set(urls)].slice(0, maxLinks);
}

function toAbsoluteUrls(href: string | undefined, base: string): string[] {
  if (href === undefined || !URL.canParse(href, base)) return [];
  const url = new URL(href, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? [url.href] : [];
}
