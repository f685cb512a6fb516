/** The file or folder at the path of the address. */
import { readPath } from '../../../../../lib/features/files/read-path.ts';
import { orErrorPage } from '../../../../../lib/or-error-page.ts';

export async function load({ params, url }) {
  const version = url.searchParams.get('version') ?? undefined;
  return { content: await orErrorPage(readPath(params.id, params.path, version)) };
}
