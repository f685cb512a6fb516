/** The repositories this viewer may see. */
import { api } from '../lib/api.ts';
import { orErrorPage } from '../lib/or-error-page.ts';

export async function load({ depends }) {
  depends('app:repositories');
  return { repositories: await orErrorPage(api.listRepositories()) };
}
