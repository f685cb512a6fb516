/**
 * Caches pages between searches for all objects of an isolate, within a shared budget; the least recently used pages are evicted first. Pages over the
 * budget are read from the database each time.
 */

import { pageBody, type VectorPage } from './vector-page.ts';

interface PageCache {
  get(object: string, page: number): VectorPage | undefined;
  set(object: string, page: number, content: VectorPage): void;
  /** Removes changed pages of an object, or all of its pages. */
  drop(object: string, pages?: Iterable<number>): void;
  readonly bytes: number;
}

const cacheKey = (object: string, page: number): string => `${object} ${page}`;

export function createPageCache(maxBytes: number): PageCache {
  /** In the order of their last use. */
  const pages = new Map<string, VectorPage>();
  let bytes = 0;
  const forget = (name: string): void => {
    const page = pages.get(name);
    if (page === undefined) return;
    pages.delete(name);
    bytes -= pageBody(page).byteLength;
  };
  /** Evicts pages of other objects, oldest first. @returns whether there is room */
  const makeRoom = (object: string, size: number): boolean => {
    for (const name of pages.keys()) {
      if (bytes + size <= maxBytes) break;
      if (!name.startsWith(`${object} `)) forget(name);
    }
    return bytes + size <= maxBytes;
  };
  return {
    get(object, number) {
      const name = cacheKey(object, number);
      const page = pages.get(name);
      if (page === undefined) return undefined;
      pages.delete(name);
      pages.set(name, page);
      return page;
    },
    set(object, number, content) {
      const name = cacheKey(object, number);
      forget(name);
      const size = pageBody(content).byteLength;
      // A search reads its pages in a fixed order. If new pages evicted an object's own old ones, a scan over the budget would never hit.
      if (bytes + size > maxBytes && !makeRoom(object, size)) return;
      pages.set(name, content);
      bytes += size;
    },
    drop(object, numbers) {
      if (numbers !== undefined) for (const number of numbers) forget(cacheKey(object, number));
      else for (const name of pages.keys()) if (name.startsWith(`${object} `)) forget(name);
    },
    get bytes() {
      return bytes;
    },
  };
}
