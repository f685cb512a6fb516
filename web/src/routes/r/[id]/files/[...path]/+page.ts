/** The file or folder at the path of the address, in the version it names. */
import { readPath } from '../../../../../lib/features/files/read-path.ts';
import { orErrorPage } from '../../../../../lib/or-error-page.ts';

export async function load({ params, url }) {
  const place = { repositoryId: params.id, version: url.searchParams.get('version') ?? undefined };
  return { place, content: await orErrorPage(readPath(place, params.path)) };
}
