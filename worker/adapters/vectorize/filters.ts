/** Conditions of a search as Vectorize takes them: on the metadata `modality` and `file`, which have to be indexed before the first insert. */

import type { Modality } from '../../core/embedding.ts';
import { fileMark } from './vector-name.ts';

/** A filter is shorter than 2,048 bytes: https://developers.cloudflare.com/vectorize/reference/metadata-filtering/ */
const marksPerFilter = 120;
/** Searches made at once for one question; of more files the nearest of all are taken and the others left out. */
const maxFilters = 6;

export interface SearchFilter {
  readonly modality: Modality;
  readonly file?: { readonly $in: readonly string[] };
}

/** One filter, or several that together name all files; none for no file. */
export async function filtersOf(
  modality: Modality,
  paths: readonly string[] | undefined,
): Promise<readonly SearchFilter[]> {
  if (paths === undefined || paths.length > marksPerFilter * maxFilters) return [{ modality }];
  const marks = [...new Set(await Promise.all(paths.map(fileMark)))];
  return Array.from({ length: Math.ceil(marks.length / marksPerFilter) }, (_, slice) => ({
    modality,
    file: { $in: marks.slice(slice * marksPerFilter, (slice + 1) * marksPerFilter) },
  }));
}
