/** The repository every page below is about. */
import { api } from '../../../lib/api.ts';
import { orErrorPage } from '../../../lib/or-error-page.ts';

export async function load({ params }) {
  return { repository: await orErrorPage(api.getRepository(params.id)) };
}
