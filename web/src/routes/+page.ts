/** The repositories this viewer may see, kept in the catalog. */
import { repositoryCatalog } from '../lib/features/repositories/repository-catalog.svelte.ts';
import { orErrorPage } from '../lib/or-error-page.ts';

export async function load({ depends }) {
  depends('app:repositories');
  await orErrorPage(repositoryCatalog.refresh());
}
