/** A page of documentation read by the door, for tests that look at what of its text is kept. */

import { createPageReader } from '../../../worker/adapters/web-docs/page-reader.ts';
import type { WebPage } from '../../../worker/ports/page-reader.ts';

const reader = createPageReader();

/** @param body all that stands in `body` */
export function readWebPage(body: string): WebPage {
  const bytes = new TextEncoder().encode(
    `<!doctype html><html><head><title>T - Acme</title></head><body>${body}</body></html>`,
  );
  const page = reader.page({ url: 'https://acme.dev/docs/x/', contentType: 'text/html', bytes });
  if (page === undefined) throw new Error('The page is of no kind that is read.');
  return page;
}

/** @param content what follows the title in the page's main content */
export function markdownOf(content: string): string {
  return readWebPage(`<main><h1>T</h1>${content}</main>`).markdown;
}
