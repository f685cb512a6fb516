/**
 * Pages kept in memory between searches, of all objects that share this isolate: together within a budget, the ones not used for
 * longest going first. What is over it is read from the database page by page, as if there were no cache.
 */

import { bodyOf, type VectorPage } from './vector-page.ts';

interface PageCache {
  get(object: string, page: number): VectorPage | undefined;
  set(object: string, page: number, content: VectorPage): void;
  /** Forgets pages of an object that have changed, or all of them. */
  drop(object: string, pages?: Iterable<number>): void;
  readonly bytes: number;
}

const nameOf = (object: string, page: number): string => `${object} ${page}`;

export function createPageCache(maxBytes: number): PageCache {
  /** In the order of their last use. */
  const pages = new Map<string, VectorPage>();
  let bytes = 0;
  const forget = (name: string): void => {
    const page = pages.get(name);
    if (page === undefined) return;
    pages.delete(name);
    bytes -= bodyOf(page).byteLength;
  };
  /** Puts out pages of other objects, the oldest first. @returns whether there is room. */
  const makeRoom = (object: string, size: number): boolean => {
    for (const name of pages.keys()) {
      if (bytes + size <= maxBytes) break;
      if (!name.startsWith(`${object} `)) forget(name);
    }
    return bytes + size <= maxBytes;
  };
  return {
    get(object, number) {
      const name = nameOf(object, number);
      const page = pages.get(name);
      if (page === undefined) return undefined;
      pages.delete(name);
      pages.set(name, page);
      return page;
    },
    set(object, number, content) {
      const name = nameOf(object, number);
      forget(name);
      const size = bodyOf(content).byteLength;
      // A search goes through its pages in one order: were the oldest put out for the newest, one that is over the budget would find none.
      if (bytes + size > maxBytes && !makeRoom(object, size)) return;
      pages.set(name, content);
      bytes += size;
    },
    drop(object, numbers) {
      if (numbers !== undefined) for (const number of numbers) forget(nameOf(object, number));
      else for (const name of pages.keys()) if (name.startsWith(`${object} `)) forget(name);
    },
    get bytes() {
      return bytes;
    },
  };
}
