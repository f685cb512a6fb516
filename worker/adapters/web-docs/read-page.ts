/** Reads a page of HTML, Markdown or plain text: its title, metadata, links and its content as Markdown. */

import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { readRobotsDirectives } from '../../core/repositories/robots-directives.ts';
import type { PageReader, WebPage } from '../../ports/page-reader.ts';
import { boundMarkup } from './bound-markup.ts';
import { decodePage } from './decode-page.ts';
import { mainContent } from './main-content.ts';
import { readMarkdownPage } from './read-markdown-page.ts';
import { attribute, elementsWithin, isElement, textOnLine, type PageElement } from './page-tree.ts';
import { toPlainBlocks } from './plain-blocks.ts';
import { toMarkdown } from './to-markdown.ts';

/** Maximum links per page. */
const maxLinks = 5_000;
const maxTitle = 300;
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
  const all = elementsWithin(root);
  const base = findBase(all, url);
  const head = readHead(all, base);
  // Reads links before the navigation is removed, since it contains most of them.
  const links = listLinks(all, base);
  const content = mainContent(root);
  const own = content && elementsWithin(content).find((one) => one.tagName === 'h1');
  const title = (own === undefined ? head.title : headingTitle(own)).slice(0, maxTitle);
  const body = content === undefined ? '' : writeContent(content, base);
  return {
    ...head,
    title,
    markdown: own !== undefined || title === '' || body === '' ? body : `# ${title}\n\n${body}`,
    links: head.isFollowable ? links : [],
    hasFragments: content !== undefined && hasFragments(content),
    isCut,
  };
}

/** Call after the tree is written: only then do headings have their fragments. */
function hasFragments(content: PageElement): boolean {
  return elementsWithin(content).some(
    (one) => /^h[1-6]$/.test(one.tagName) && attribute(one, 'id') !== undefined,
  );
}

/** The text of a heading without its link symbol. */
function headingTitle(heading: PageElement): string {
  return textOnLine(heading).replace(/[¶#\u200b\uf0c1\s]+$/u, '');
}

function writeContent(content: PageElement, base: string): string {
  toPlainBlocks(content);
  return toMarkdown(content, base);
}

function findBase(all: readonly PageElement[], url: string): string {
  const base = all.find((one) => one.tagName === 'base' && attribute(one, 'href') !== undefined);
  const href = base && attribute(base, 'href');
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url;
}

function readHead(
  all: readonly PageElement[],
  base: string,
): Omit<WebPage, 'markdown' | 'links' | 'hasFragments' | 'isCut'> {
  const metas = all.filter((one) => one.tagName === 'meta');
  const metaContents = (name: string): string[] =>
    metas.filter((one) => metaName(one) === name).map(metaContent);
  const meta = (name: string): string => metaContents(name)[0] ?? '';
  const linked = (rel: string, type?: string): string[] =>
    all
      .filter((one) => one.tagName === 'link' && readRel(one).includes(rel))
      .filter((one) => type === undefined || attribute(one, 'type') === type)
      .flatMap((one) => absolute(attribute(one, 'href'), base));
  const refresh = /^\s*0*(?:\.0*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s>]+)/i.exec(meta('refresh'))?.[1];
  const title = all.find((one) => one.tagName === 'title');
  return {
    title: plainTitle(meta('og:title') || (title ? textOnLine(title) : '')),
    description: (meta('description') || meta('og:description')).slice(0, 500),
    canonical: linked('canonical')[0],
    ...readRobotsDirectives([...metaContents('robots'), ...metaContents('wherefore')].join(',')),
    language: all.filter((one) => one.tagName === 'html').map((one) => attribute(one, 'lang'))[0],
    redirectsTo: absolute(refresh, base)[0],
    markdownUrl: linked('alternate', 'text/markdown')[0],
    feeds: [...linked('alternate', 'application/rss+xml'), ...linked('alternate', 'application/atom+xml')],
  };
}

/** The name of a `meta` element in lower case. */
function metaName({ properties }: PageElement): string {
  const { name, property, httpEquiv } = properties;
  return String(name ?? property ?? httpEquiv ?? '').toLowerCase();
}

function readRel({ properties }: PageElement): readonly string[] {
  const { rel } = properties;
  return Array.isArray(rel) ? rel.map(String) : [];
}

/** Removes the site from `Page - Site`. */
function plainTitle(title: string): string {
  return (
    title
      .replaceAll(/\s+/g, ' ')
      .split(/ [|–—·•] | - /)[0]
      ?.trim() ?? ''
  );
}

function metaContent(one: PageElement): string {
  return attribute(one, 'content')?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

function listLinks(all: readonly PageElement[], base: string): string[] {
  const found = all
    .filter(
      (one) =>
        isElement(one, 'a', 'area') || (isElement(one, 'link') && /next|prev/.test(readRel(one).join(' '))),
    )
    .filter((one) => !readRel(one).includes('nofollow'))
    .flatMap((one) => absolute(attribute(one, 'href'), base));
  return [...new Set(found)].slice(0, maxLinks);
}

function absolute(href: string | undefined, base: string): string[] {
  if (href === undefined || !URL.canParse(href, base)) return [];
  const url = new URL(href, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? [url.href] : [];
}
