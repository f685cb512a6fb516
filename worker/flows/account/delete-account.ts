/** Lists what belongs to an account, and deletes it with all of that. */

import { AppError } from '../../core/errors.ts';
import { actFor, type Owner, type Viewer } from '../../core/viewer.ts';
import type { OwnedCounts } from '../../ports/catalog/conversation-catalog.ts';
import type { Account, SignInMethod } from '../../ports/identity/accounts.ts';
import { requireAccounts } from '../sign-in/answer-account-request.ts';
import { removeKeys } from '../keys/manage-keys.ts';
import { userAccount } from '../limits/metering.ts';
import { hideForRemoval } from '../repositories/remove-repository.ts';
import type { Services } from '../services.ts';

export interface AccountContents extends OwnedCounts {
  readonly keys: number;
  readonly tokens: number;
}

export interface AccountView {
  readonly account: Account;
  readonly methods: readonly SignInMethod[];
  readonly contents: AccountContents;
}

/** @throws AppError `accounts_disabled` | `not_allowed` for a key | `sign_in_required` */
export async function viewAccount(
  services: Services,
  viewer: Viewer,
  headers: Headers,
): Promise<AccountView> {
  const account = await requireAccount(services, viewer, headers);
  const [methods, contents] = await Promise.all([
    requireAccounts(services).listSignInMethods(account.id),
    countContents(services, account),
  ]);
  return { account, methods, contents };
}

/**
 * Deletes everything of the account, and the account last, so that an interrupted deletion can be repeated. Rows of repositories are removed
 * in the background; from now on nobody can read them.
 * @param confirmation the account's e-mail address, as the user typed it
 * @throws AppError `invalid_request` if the confirmation is another address; also what `viewAccount` throws
 */
export async function deleteAccount(
  services: Services,
  viewer: Viewer,
  { headers, confirmation }: { readonly headers: Headers; readonly confirmation: string },
): Promise<AccountContents> {
  const account = await requireAccount(services, viewer, headers);
  if (confirmation.trim().toLowerCase() !== account.email.toLowerCase())
    throw new AppError('invalid_request', 'confirm: it is not the e-mail address of this account.');
  const contents = await countContents(services, account);
  await removeContents(services, account);
  await requireAccounts(services).deleteAccount(account.id);
  // A request that ran meanwhile may have counted something.
  await services.metering?.limits.remove(userAccount(account.id));
  return contents;
}

/**
 * Removes what belongs to accounts that were deleted in the last hours. A request that began before the deletion, such as a slow upload, may
 * have stored something after it.
 */
export async function removeContentsOfDeleted(services: Services): Promise<void> {
  for (const id of (await services.accounts?.listDeleted()) ?? []) await removeContents(services, { id });
}

async function removeContents(services: Services, owner: Owner): Promise<void> {
  const { catalog, hosting } = services;
  await removeKeys(services, owner.id);
  await hosting.tokenStore?.remove(owner, hosting.codeHost.name);
  await services.shareStore.removeOwner(owner);
  await services.feedbackStore.removeViewer(owner);
  await services.visitorQuestions.removeOwner(owner);
  await services.preferenceStore.remove(owner);
  await services.idempotencyStore.removeOwner(owner);
  await services.questionTotals.remove(owner);
  for (const id of await catalog.listOwned(owner))
    await hideForRemoval(services, () => catalog.hideRepository(id));
  await removeConversations(services, actFor(owner));
}

const conversationsAtOnce = 100;

/** Conversations about repositories of others; those about own ones are removed with their repository. */
async function removeConversations({ catalog, conversations }: Services, viewer: Viewer): Promise<void> {
  for (;;) {
    const listed = await catalog.listConversationsOf(viewer, { limit: conversationsAtOnce });
    if (listed.length === 0) return;
    for (const { repositoryId, id } of listed) await conversations.remove({ viewer, repositoryId, id });
  }
}

async function countContents(services: Services, account: Account): Promise<AccountContents> {
  const [owned, keys, tokens] = await Promise.all([
    services.catalog.countOwned(account),
    services.keyStore?.list(account.id),
    services.hosting.tokenStore?.list(account),
  ]);
  return { ...owned, keys: keys?.length ?? 0, tokens: tokens?.length ?? 0 };
}

/** Only a session may do this: a key that leaked must not delete an account. */
async function requireAccount(services: Services, viewer: Viewer, headers: Headers): Promise<Account> {
  const accounts = requireAccounts(services);
  if (viewer.kind !== 'user')
    throw new AppError('not_allowed', 'Only a signed-in user may see and delete the account.', {
      fix: 'Sign in to the app, and open the settings.',
    });
  const account = await accounts.find(headers);
  if (account !== undefined) return account;
  throw new AppError('sign_in_required', 'The session has ended.');
}
