/** Reads the requested page of a list, and formats the link header for other pages (RFC 8288, with `/repositories/<id>` as on GitHub). */

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

/** @param max GitHub's maximum for `per_page` */
export function readPage(query: URLSearchParams, defaultSize = 30, max = 100): Page {
  const requested = Number(query.get('per_page') ?? defaultSize);
  const number = Number(query.get('page') ?? 1);
  return {
    number: Number.isInteger(number) && number > 0 ? number : 1,
    size: Number.isInteger(requested) && requested > 0 ? Math.min(requested, max) : defaultSize,
  };
}

export const onPage = <Item>(items: readonly Item[], { number, size }: Page): Item[] =>
  items.slice((number - 1) * size, number * size);

/** Formats the link header, or no header if there is only one page. */
export function linkHeader(url: URL, page: Page, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.size));
  const links = [
    page.number > 1 ? toPage(url, page.number - 1, 'prev') : [],
    page.number < last ? toPage(url, page.number + 1, 'next') : [],
    page.number < last ? toPage(url, last, 'last') : [],
    page.number > 1 ? toPage(url, 1, 'first') : [],
  ].flat();
  return links.length === 0 ? {} : { link: links.join(', ') };
}

function toPage(url: URL, number: number, relation: string): string[] {
  const address = new URL(url);
  address.searchParams.set('page', String(number));
  return [`<${address.href}>; rel="${relation}"`];
}
