/**
 * Writes the summary of a page into the head of its HTML: title, description, canonical address, and the Open Graph tags from which other
 * sites make a link preview (https://ogp.me, https://developer.x.com/en/docs/x-for-websites/cards). The tags contain no script and no style,
 * so the page's content security policy stays as it is.
 */

import { removeUnsafeCharacters } from '../../core/text/sanitize-text.ts';
import { truncateAtWord } from '../../core/text/truncate.ts';
import { previewHeight, previewWidth } from '../../flows/pages/image/draw-preview.ts';
import { generalSummary, serviceName, type PageSummary } from '../../flows/pages/page-summary.ts';

const maxTitle = 160;
const maxDescription = 320;

interface HeadAddresses {
  /** The origin of the deployment. */
  readonly origin: string;
  /** Identifies the content of the page's own image. */
  readonly imageHash: string | undefined;
}

/** @param html has one `</head>`; the build may have written a title into it */
export function writeHead(html: string, summary: PageSummary, addresses: HeadAddresses): string {
  const name = toText(summary.title, maxTitle);
  const title = `<title>${name}${summary.title === generalSummary.title ? '' : ` · ${serviceName}`}</title>`;
  const hasTitle = /<title>[^<]*<\/title>/.test(html);
  const withTitle = hasTitle ? html.replace(/<title>[^<]*<\/title>/, () => title) : html;
  const tags = [...(hasTitle ? [] : [title]), ...listTags(summary, { name, ...addresses })];
  return withTitle.replace('</head>', () => `${tags.join('\n    ')}\n  </head>`);
}

function listTags(
  summary: PageSummary,
  { name, origin, imageHash }: HeadAddresses & { readonly name: string },
): readonly string[] {
  const description = toText(summary.description, maxDescription);
  const address = summary.path === undefined ? undefined : escapeHtml(origin + summary.path);
  const image = escapeHtml(origin + summary.imagePath + writeQuery({ ...summary.imageQuery, v: imageHash }));
  return [
    meta('name', 'description', description),
    ...(summary.isListed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(address === undefined ? [] : [`<link rel="canonical" href="${address}" />`]),
    meta('property', 'og:site_name', serviceName),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    ...(address === undefined ? [] : [meta('property', 'og:url', address)]),
    meta('property', 'og:image', image),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(previewWidth)),
    meta('property', 'og:image:height', String(previewHeight)),
    meta('property', 'og:image:alt', name),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

function writeQuery(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? '' : `?${query}`;
}

/** @param content already escaped */
function meta(attribute: 'name' | 'property', key: string, content: string): string {
  return `<meta ${attribute}="${key}" content="${content}" />`;
}

/** One line of escaped text. */
function toText(text: string, maxLength: number): string {
  const line = removeUnsafeCharacters(text).replaceAll(/\s+/g, ' ').trim();
  return escapeHtml(line.length <= maxLength ? line : `${truncateAtWord(line, maxLength)}…`);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
