/** Implements the `PageReader` port: parses pages, robots.txt files, sitemaps and feeds. The fetcher limits the size of each response, which bounds the work. */

import type { PageReader } from '../../ports/page-reader.ts';
import { readList } from './read-list.ts';
import { readPage } from './read-page.ts';
import { readRobots } from './robots-rules.ts';

export function createPageReader(): PageReader {
  return { page: readPage, list: readList, robots: readRobots };
}
