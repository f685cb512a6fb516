/**
 * Reads lists of pages: sitemaps and their indexes, RSS, Atom and llms.txt, plain or gzipped. It never expands entities of a document type, and
 * limits nesting and size; a malicious list is not treated as a list.
 */

import { XMLParser } from 'fast-xml-parser';
import type { PageList, PageReader } from '../../ports/page-reader.ts';
import { decodePage } from './decode-page.ts';
import { readBounded } from './read-bounded.ts';
import { markdownLinks } from './read-markdown-page.ts';

/** Maximum addresses read. https://www.sitemaps.org/protocol.html allows 50,000, but no crawl uses that many. */
const maxAddresses = 20_000;
const maxUnpackedBytes = 20_000_000;
const parser = new XMLParser({
  processEntities: false,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  maxNestedTags: 30,
});

export const readList: PageReader['list'] = async ({ url, contentType, bytes }) => {
  const unpacked = await unpack(bytes);
  if (unpacked === undefined) return undefined;
  const text = decodePage(unpacked, contentType);
  if (/^\s*(?:\ufeff)?\s*</.test(text.slice(0, 500))) return readXml(url, text);
  const isText = /\.(?:txt|md)$/i.test(new URL(url).pathname);
  return isText ? readText(url, text) : undefined;
};

async function unpack(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const body = new Response(new Uint8Array(bytes)).body;
  if (body === null) return undefined;
  try {
    return await readBounded(body.pipeThrough(new DecompressionStream('gzip')), maxUnpackedBytes);
  } catch {
    return undefined;
  }
}

/** Reads llms.txt, which is Markdown with links, or a plain sitemap with one address per line. */
function readText(url: string, text: string): PageList | undefined {
  const lines = text.split(/\r?\n/, maxAddresses).filter((line) => line.trim() !== '');
  const addresses = lines.filter((line) => /^\s*https?:\/\/\S+\s*$/.test(line)).map((line) => line.trim());
  const links = addresses.length === lines.length ? addresses : markdownLinks(url, text);
  return links.length === 0
    ? undefined
    : {
        pages: links.slice(0, maxAddresses).map((entry) => ({ url: entry, changedAt: undefined })),
        lists: [],
      };
}

function readXml(url: string, text: string): PageList | undefined {
  const root = parseXml(text);
  const findAll = (...path: readonly string[]): unknown[] => path.reduce<unknown[]>(childrenNamed, [root]);
  const lists = findAll('sitemapindex', 'sitemap').flatMap((entry) =>
    toAddresses(url, readValue(entry, 'loc')),
  );
  const pages = [
    ...findAll('urlset', 'url').map((entry) => ({
      found: readValue(entry, 'loc'),
      changed: readValue(entry, 'lastmod'),
    })),
    ...[...findAll('rss', 'channel', 'item'), ...findAll('RDF', 'item')].map((entry) => ({
      found: readValue(entry, 'link'),
      changed: readValue(entry, 'pubDate'),
    })),
    ...findAll('feed', 'entry').map((entry) => ({
      found: atomLink(entry),
      changed: readValue(entry, 'updated'),
    })),
  ]
    .slice(0, maxAddresses)
    .flatMap(({ found, changed }) =>
      toAddresses(url, found).map((entry) => ({ url: entry, changedAt: changed })),
    );
  return lists.length + pages.length === 0 ? undefined : { pages, lists: lists.slice(0, 1_000) };
}

function parseXml(text: string): unknown {
  try {
    // Removes the document type, which could only declare entities.
    return parser.parse(text.replace(/<!DOCTYPE[^>[]{0,1000}(?:\[[\s\S]*?\]\s*)?>/i, ''));
  } catch {
    return undefined;
  }
}

/** Lists the children with this name of all parents. */
function childrenNamed(parents: unknown[], name: string): unknown[] {
  return parents.flatMap((parent) => {
    const child = property(parent, name);
    return child === undefined ? [] : Array.isArray(child) ? (child as unknown[]) : [child];
  });
}

function property(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined;
  return (parent as Readonly<Record<string, unknown>>)[name];
}

function readValue(parent: unknown, name: string): string | undefined {
  const [value] = childrenNamed([parent], name);
  const inner = typeof value === 'object' ? property(value, '#text') : value;
  return typeof inner === 'string' ? inner.trim() : undefined;
}

function atomLink(entry: unknown): string | undefined {
  const links = childrenNamed([entry], 'link');
  const link =
    links.find((link) => [undefined, 'alternate'].includes(property(link, '@rel') as undefined)) ?? links[0];
  const href = property(link, '@href');
  return typeof href === 'string' ? href : undefined;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function toAddresses(base: string, value: string | undefined): string[] {
  const address = (value ?? '')
    .slice(0, 4_000)
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => entities[name] ?? whole);
  if (address === '' || !URL.canParse(address, base)) return [];
  const url = new URL(address, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? [url.href] : [];
}
