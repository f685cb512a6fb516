/** The file a page becomes: where it lies below the folder of its documentation, as Markdown. */

import { filterPath } from '../path-filters.ts';

const maxSegment = 120;
const maxPath = 400;

/**
 * @param folder of the documentation: begins and ends with a slash
 * @param address as `pageAddress` spells it
 * @returns a relative path without `.` and `..`; two addresses may share one
 */
export function pathOfPage(folder: string, address: string): string {
  const { pathname, search } = new URL(address);
  const below = pathname.startsWith(folder) ? pathname.slice(folder.length) : pathname;
  const isRoot = `${pathname}/` === folder || pathname === folder;
  const segments = (isRoot ? '' : below)
    .split('/')
    .map(plainSegment)
    .filter((segment) => segment !== '');
  const last = segments.pop() ?? 'index';
  const bare = last.replace(/\.(?:html?|xhtml|php|aspx?|mdx?|markdown|txt)$/i, '').replace(/\.html$/i, '');
  const query = search === '' ? '' : `-${plainSegment(search.slice(1).replaceAll(/[=&%+]+/g, '-'))}`;
  const path = [...segments.map(unfiltered), `${bare === '' ? 'index' : bare}${query}.md`].join('/');
  return path.length > maxPath ? path.slice(-maxPath).replace(/^[^/]*\//, '') : path;
}

function plainSegment(segment: string): string {
  const decoded = decodedSegment(segment);
  const plain = decoded.replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, '-').replaceAll(/^[.-]+|-+$/g, '');
  return plain.slice(0, maxSegment);
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A page below `/vendor/` is no copied code: folders the rules about code would leave out are spelled otherwise. */
function unfiltered(segment: string): string {
  return filterPath(`${segment}/page.md`) === undefined ? segment : `${segment}_`;
}
