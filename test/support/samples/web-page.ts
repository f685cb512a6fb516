/** Reads a documentation page as a crawl does, for tests of the extracted text. */

import { createPageReader } from '../../../worker/adapters/web-docs/page-reader.ts';
import type { WebPage } from '../../../worker/ports/page-reader.ts';

const reader = createPageReader();

/** @param body the content of the page's `body` element */
export function readWebPage(body: string): WebPage {
  const bytes = new TextEncoder().encode(
    `<!doctype html><html><head><title>T - Acme</title></head><body>${body}</body></html>`,
  );
  const page = reader.page({ url: 'https://acme.dev/docs/x/', contentType: 'text/html', bytes });
  if (page === undefined) throw new Error('The page reader does not support this kind of page.');
  return page;
}

/** @param content the HTML after the title in the page's `main` element */
export function extractMarkdown(content: string): string {
  return readWebPage(`<main><h1>T</h1>${content}</main>`).markdown;
}
