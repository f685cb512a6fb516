/** Who uses this page. `load-account.ts` finds out. */
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
  /** Whether people can sign in, so that a conversation belongs to one of them; false until this is known. */
  get hasAccounts(): boolean {
    return typeof state === 'object';
  },
  /** Whether the viewer could sign in and has not; false until this is known. */
  get isVisitor(): boolean {
    return typeof state === 'object' && state.kind !== 'user';
  },
  /** The signed-in user. */
  get user(): Viewer | undefined {
    return typeof state === 'object' && state.kind === 'user' ? state : undefined;
  },
  /** What the sidebar shows about the account; undefined without accounts. */
  get Panel(): Component | undefined {
    return panel;
  },
  update(next: AccountState, nextPanel?: Component): void {
    state = next;
    panel = nextPanel;
  },
};
