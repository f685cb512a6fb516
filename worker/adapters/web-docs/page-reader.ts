/** Implements the port `PageReader`: pages, robots.txt and lists of pages. The fetcher limits the bytes, which bounds all work. */

import type { PageReader } from '../../ports/page-reader.ts';
import { readList } from './read-list.ts';
import { readPage } from './read-page.ts';
import { readRobots } from './robots-rules.ts';

export function createPageReader(): PageReader {
  return { page: readPage, list: readList, robots: readRobots };
}
