/** Names of vectors and namespaces and marks of files, short enough for Vectorize: https://developers.cloudflare.com/vectorize/platform/limits/ */

import { sha256 } from '../../core/text/hash.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { VectorEntry } from '../../ports/vector-index.ts';
import type { Modality } from '../../core/code/embedding.ts';

/** Letters of a digest: 48 hold 192 bits, 12 hold 48. */
const nameLetters = 48;
const markLetters = 12;

/** The id of a vector: the same for the same thing in the same state, at most 64 bytes. */
export async function vectorName(
  { snapshot, generation }: SnapshotKey,
  { modality, path, id }: Pick<VectorEntry, 'modality' | 'path' | 'id'>,
): Promise<string> {
  const digest = await sha256(JSON.stringify([modality, path, id]));
  return `${snapshot.toString(36)}.${generation.toString(36)}.${digest.slice(0, nameLetters)}`;
}

/** A state's own. */
export function namespaceOf({ snapshot, generation }: SnapshotKey): string {
  return `${snapshot}.${generation}`;
}

/** A path as metadata that many of which fit into one filter; two paths may have one mark. */
export async function fileMark(path: string): Promise<string> {
  return (await sha256(path)).slice(0, markLetters);
}

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
