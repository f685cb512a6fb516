/**
 * Creates ids of vectors, namespaces, and metadata filters by file, all short enough for Vectorize
 * (https://developers.cloudflare.com/vectorize/platform/limits/).
 */

import { sha256 } from '../../core/text/hash.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { VectorEntry } from '../../ports/vector-index.ts';
import type { Modality } from '../../core/code/embedding.ts';

/** Hexadecimal digits of a digest: 48 are 192 bits, 12 are 48 bits. */
const nameDigits = 48;
const markDigits = 12;

/** Creates the id of a vector, at most 64 bytes. The same item in the same snapshot has the same id. */
export async function createVectorId(
  { snapshot, generation }: SnapshotKey,
  { modality, path, id }: Pick<VectorEntry, 'modality' | 'path' | 'id'>,
): Promise<string> {
  const digest = await sha256(JSON.stringify([modality, path, id]));
  return `${snapshot.toString(36)}.${generation.toString(36)}.${digest.slice(0, nameDigits)}`;
}

/** Returns the namespace of a snapshot and generation. */
export function toNamespace({ snapshot, generation }: SnapshotKey): string {
  return `${snapshot}.${generation}`;
}

/** Computes a short hash of a path, so that many fit into one filter. Two paths may have the same hash. */
export async function fileMark(path: string): Promise<string> {
  return (await sha256(path)).slice(0, markDigits);
}

/** Keeps a filter below 2,048 bytes: https://developers.cloudflare.com/vectorize/reference/metadata-filtering/ */
const marksPerFilter = 120;
/** Maximum concurrent searches for one question. If they cannot cover all files, the search covers the whole namespace. */
const maxFilters = 6;

export interface SearchFilter {
  readonly modality: Modality;
  readonly file?: { readonly $in: readonly string[] };
}

/** Creates one filter, or several that together cover all files; none for an empty list of files. */
export async function createFilters(
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
