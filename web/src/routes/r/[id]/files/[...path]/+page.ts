/** Loads the file or folder at the path and version in the address, or why it is missing. */
import { readPath } from '../../../../../lib/features/files/read-path.ts';

export async function load({ params, url }) {
  const place = { repositoryId: params.id, version: url.searchParams.get('version') ?? undefined };
  return { place, content: await readPath(place, params.path) };
}
