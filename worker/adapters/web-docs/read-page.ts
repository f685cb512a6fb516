/** A page of HTML, Markdown or plain text as what is kept of it. */

import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { readRobotsDirectives } from '../../core/repositories/robots-directives.ts';
import type { PageReader, WebPage } from '../../ports/page-reader.ts';
import { boundMarkup } from './bound-markup.ts';
import { decodePage } from './decode-page.ts';
import { mainContent } from './main-content.ts';
import { readMarkdownPage } from './read-markdown-page.ts';
import { attribute, elementsWithin, isElement, lineOf, type PageElement } from './page-tree.ts';
import { toPlainBlocks } from './plain-blocks.ts';
import { toMarkdown } from './to-markdown.ts';

/** Links taken from one page. */
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
  const base = baseOf(all, url);
  const head = headOf(all, base);
  // Before the navigation is taken out: that is where most links stand.
  const links = linksOf(all, base);
  const content = mainContent(root);
  const own = content && elementsWithin(content).find((one) => one.tagName === 'h1');
  const title = (own === undefined ? head.title : titleOf(own)).slice(0, maxTitle);
  const body = content === undefined ? '' : markdownOf(content, base);
  return {
    ...head,
    title,
    markdown: own !== undefined || title === '' || body === '' ? body : `# ${title}\n\n${body}`,
    links: head.isFollowable ? links : [],
    hasFragments: content !== undefined && hasFragments(content),
    isCut,
  };
}

/** Of a tree that has been written: a heading's fragment is then its own. */
function hasFragments(content: PageElement): boolean {
  return elementsWithin(content).some(
    (one) => /^h[1-6]$/.test(one.tagName) && attribute(one, 'id') !== undefined,
  );
}

/** Without the mark of its fragment. */
function titleOf(heading: PageElement): string {
  return lineOf(heading).replace(/[¶#\u200b\uf0c1\s]+$/u, '');
}

function markdownOf(content: PageElement, base: string): string {
  toPlainBlocks(content);
  return toMarkdown(content, base);
}

function baseOf(all: readonly PageElement[], url: string): string {
  const base = all.find((one) => one.tagName === 'base' && attribute(one, 'href') !== undefined);
  const href = base && attribute(base, 'href');
  return href !== undefined && URL.canParse(href, url) ? new URL(href, url).href : url;
}

function headOf(
  all: readonly PageElement[],
  base: string,
): Omit<WebPage, 'markdown' | 'links' | 'hasFragments' | 'isCut'> {
  const metas = all.filter((one) => one.tagName === 'meta');
  const told = (name: string): string[] => metas.filter((one) => nameOf(one) === name).map(contentOf);
  const meta = (name: string): string => told(name)[0] ?? '';
  const linked = (rel: string, type?: string): string[] =>
    all
      .filter((one) => one.tagName === 'link' && relOf(one).includes(rel))
      .filter((one) => type === undefined || attribute(one, 'type') === type)
      .flatMap((one) => absolute(attribute(one, 'href'), base));
  const refresh = /^\s*0*(?:\.0*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s>]+)/i.exec(meta('refresh'))?.[1];
  const title = all.find((one) => one.tagName === 'title');
  return {
    title: plainTitle(meta('og:title') || (title ? lineOf(title) : '')),
    description: (meta('description') || meta('og:description')).slice(0, 500),
    canonical: linked('canonical')[0],
    ...readRobotsDirectives([...told('robots'), ...told('wherefore')].join(',')),
    language: all.filter((one) => one.tagName === 'html').map((one) => attribute(one, 'lang'))[0],
    redirectsTo: absolute(refresh, base)[0],
    markdownUrl: linked('alternate', 'text/markdown')[0],
    feeds: [...linked('alternate', 'application/rss+xml'), ...linked('alternate', 'application/atom+xml')],
  };
}

/** What a `meta` is of, in small letters. */
function nameOf({ properties }: PageElement): string {
  const { name, property, httpEquiv } = properties;
  return String(name ?? property ?? httpEquiv ?? '').toLowerCase();
}

function relOf({ properties }: PageElement): readonly string[] {
  const { rel } = properties;
  return Array.isArray(rel) ? rel.map(String) : [];
}

/** `Page - Site` without the site. */
function plainTitle(title: string): string {
  return (
    title
      .replaceAll(/\s+/g, ' ')
      .split(/ [|–—·•] | - /)[0]
      ?.trim() ?? ''
  );
}

function contentOf(one: PageElement): string {
  return attribute(one, 'content')?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

function linksOf(all: readonly PageElement[], base: string): string[] {
  const found = all
    .filter(
      (one) =>
        isElement(one, 'a', 'area') || (isElement(one, 'link') && /next|prev/.test(relOf(one).join(' '))),
    )
    .filter((one) => !relOf(one).includes('nofollow'))
    .flatMap((one) => absolute(attribute(one, 'href'), base));
  return [...new Set(found)].slice(0, maxLinks);
}

function absolute(href: string | undefined, base: string): string[] {
  if (href === undefined || !URL.canParse(href, base)) return [];
  const url = new URL(href, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? [url.href] : [];
}
