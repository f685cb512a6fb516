/**
 * Shares a conversation by a link, and reads it by the link's token. Every view checks the link again: it must not be revoked or expired,
 * the conversation must exist, and the viewer must be allowed to read its repository.
 */

import { toBase64Url } from '../../core/text/base64url.ts';
import { sha256 } from '../../core/text/hash.ts';
import { AppError } from '../../core/errors.ts';
import type { Conversation, ConversationKey } from '../../core/answers/conversation.ts';
import type { Repository } from '../../core/repositories/repository.ts';
import { actFor, type Viewer } from '../../core/viewer.ts';
import type { Share } from '../../ports/access/share-store.ts';

export type { Share } from '../../ports/access/share-store.ts';
import type { Services } from '../services.ts';

/** Random bytes of a token: 192 bits. */
const tokenBytes = 24;
const dayMs = 86_400_000;
const maxTitleLength = 200;

export interface CreatedShare {
  readonly share: Share;
  /** Shown once; only its hash is stored. */
  readonly token: string;
}

/**
 * @param expiresInDays undefined for a link that does not expire
 * @throws AppError `conversation_not_found`
 */
export async function createShare(
  { conversations, shareStore, clock }: Pick<Services, 'conversations' | 'shareStore' | 'clock'>,
  key: ConversationKey,
  expiresInDays: number | undefined,
): Promise<CreatedShare> {
  const [first] = (await conversations.read(key))?.turns ?? [];
  if (first === undefined)
    throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
  const now = clock.now();
  const share: Share = {
    id: crypto.randomUUID(),
    owner: key.viewer.id,
    repositoryId: key.repositoryId,
    conversationId: key.id,
    title: first.question.slice(0, maxTitleLength),
    createdAt: now,
    expiresAt: expiresInDays === undefined ? undefined : now + expiresInDays * dayMs,
  };
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(tokenBytes)));
  await shareStore.add(share, await sha256(token));
  return { share, token };
}

/** @throws AppError `share_not_found` */
export async function revokeShare(
  { shareStore }: Pick<Services, 'shareStore'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  if (!(await shareStore.remove(viewer, id))) throw shareNotFound();
}

export interface SharedConversation {
  readonly share: Share;
  readonly repository: Repository;
  readonly conversation: Conversation;
}

/**
 * @throws AppError `share_not_found`, whatever the reason: a viewer must not learn whether a private repository exists
 */
export async function readShared(
  services: Pick<Services, 'conversations' | 'shareStore' | 'clock' | 'catalog'>,
  viewer: Viewer,
  token: string,
): Promise<SharedConversation> {
  const share = await services.shareStore.find(await sha256(token));
  if (share === undefined || (share.expiresAt ?? Infinity) <= services.clock.now()) throw shareNotFound();
  const { repositoryId, conversationId } = share;
  const found = await services.catalog.readRepository(viewer, repositoryId);
  if (found === undefined) throw shareNotFound();
  const key = { viewer: actFor({ id: share.owner }), repositoryId, id: conversationId };
  const conversation = await services.conversations.read(key);
  if (conversation === undefined) throw shareNotFound();
  return { share, repository: found.repository, conversation };
}

function shareNotFound(): AppError {
  return new AppError(
    'share_not_found',
    'No conversation is shared by this link, or you may not read its repository.',
  );
}
