/** Loads the repositories that this user may see into the catalog. */
import { repositoryCatalog } from '../lib/features/repositories/repository-catalog.svelte.ts';
import { showErrorPageOnFailure } from '../lib/show-error-page.ts';

export async function load({ depends }) {
  depends('app:repositories');
  await showErrorPageOnFailure(repositoryCatalog.refresh());
}
