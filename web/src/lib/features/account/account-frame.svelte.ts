/**
 * Who uses this page. It loads with every page, so it is small: the code about accounts loads only if the server has accounts.
 */
import type { Component } from 'svelte';
import type { Me } from '../../api.ts';

export type Viewer = Me['viewer'];

/** `none`: the server has no accounts. */
type AccountState = Viewer | 'loading' | 'failed' | 'none';

let state = $state.raw<AccountState>('loading');
let panel = $state.raw<Component>();

export const accountFrame = {
  get state(): AccountState {
    return state;
  },
  /** The signed-in user. */
  get user(): Viewer | undefined {
    return typeof state === 'object' && state.kind === 'user' ? state : undefined;
  },
  /** What the sidebar shows about the account; undefined without accounts. */
  get Panel(): Component | undefined {
    return panel;
  },
  async load(): Promise<void> {
    try {
      const response = await fetch('/v1/me');
      if (!response.ok) throw new Error();
      const { viewer, hasAccounts } = (await response.json()) as Me;
      state = hasAccounts ? viewer : 'none';
      if (hasAccounts) panel = (await import('./begin-account.ts')).beginAccount(viewer);
    } catch {
      if (state === 'loading') state = 'failed';
    }
  },
};
