/**
 * Asks the server who uses this page. It loads with every page, so it is small: the code about accounts loads only if the server has accounts.
 */
import type { Me } from '../../api.ts';
import { accountFrame } from './account-frame.svelte.ts';

export async function loadAccount(): Promise<void> {
  try {
    const response = await fetch('/v1/me');
    if (!response.ok) throw new Error();
    const { viewer, hasAccounts } = (await response.json()) as Me;
    if (!hasAccounts) return accountFrame.update('none');
    const { beginAccount } = await import('./begin-account.ts');
    accountFrame.update(viewer, beginAccount(viewer));
  } catch {
    accountFrame.update('failed');
  }
}
