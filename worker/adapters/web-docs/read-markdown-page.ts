/** Reads a page that is served as Markdown or plain text. Removes its front matter, because the file created from the page gets its own. */

import type { WebPage } from '../../ports/page-reader.ts';

const maxLinks = 5_000;
const maxTitleLength = 300;

export function readMarkdownPage(url: string, text: string): WebPage {
  const frontMatter = /^---\r?\n([\s\S]{0,20000}?)\r?\n---\r?\n/.exec(text);
  const markdown = text.slice(frontMatter?.[0].length ?? 0).trim();
  const frontMatterValue = (key: string): string =>
    new RegExp(`^${key}:[ \\t]*(.{1,500})$`, 'm')
      .exec(frontMatter?.[1] ?? '')?.[1]
      ?.replace(/^(["'])(.*)\1\s*$/, '$2')
      .trim() ?? '';
  const heading = /^#[ \t]+(.{1,500})$/m.exec(markdown)?.[1]?.trim() ?? '';
  const title = (frontMatterValue('title') || heading).slice(0, maxTitleLength);
  return {
    title,
    description: frontMatterValue('description'),
    markdown: heading === '' && title !== '' && markdown !== '' ? `# ${title}\n\n${markdown}` : markdown,
    links: markdownLinks(url, markdown),
    canonical: undefined,
    isIndexable: true,
    isFollowable: true,
    language: undefined,
    redirectsTo: undefined,
    markdownUrl: undefined,
    hasFragments: false,
    isCut: false,
    feeds: [],
  };
}

/** Lists the link targets of a Markdown text as absolute URLs without fragments. */
export function markdownLinks(url: string, markdown: string): string[] {
  const targets = [
    ...markdown.matchAll(/\]\(\s*<?([^\s()<>]{1,1000})|^\s*\[[^\]\n]{1,200}\]:\s*(\S{1,1000})/gm),
  ];
  const urls = targets.flatMap((match) => {
    const target = match[1] ?? match[2] ?? '';
    if (!URL.canParse(target, url)) return [];
    const parsed = new URL(target, url);
    parsed.hash = '';
    return /^https?:$/.test(parsed.protocol) ? [parsed.href] : [];
  });
  return [...new Set(urls)].slice(0, maxLinks);
}
