/** The file or folder at the path of the address, in the version it names; or why there is none. */
import { readPath } from '../../../../../lib/features/files/read-path.ts';

export async function load({ params, url }) {
  const place = { repositoryId: params.id, version: url.searchParams.get('version') ?? undefined };
  return { place, content: await readPath(place, params.path) };
}
