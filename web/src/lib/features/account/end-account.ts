/** Ends on this page what `begin-account.ts` began for a user: the viewer is a visitor from now on. */
import { accountFrame } from './account-frame.svelte.ts';
import { accountConversations } from './conversations/account-conversations.svelte.ts';

export function endAccount(): void {
  accountConversations.end();
  accountFrame.update({ kind: 'anonymous', isAdmin: false }, accountFrame.Panel);
}
