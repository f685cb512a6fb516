/** Begins what the app does only on a server with accounts. */
import type { Component } from 'svelte';
import type { Viewer } from './account-frame.svelte.ts';
import { accountConversations } from './conversations/account-conversations.svelte.ts';
import AccountPanel from './AccountPanel.svelte';
import { preferences } from './settings/preferences.svelte.ts';

/** @returns what the sidebar shows about the account */
export function beginAccount(viewer: Viewer): Component {
  if (viewer.kind === 'user') {
    void accountConversations.begin();
    void preferences.begin(viewer.id ?? '');
  }
  return AccountPanel;
}
