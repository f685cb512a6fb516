/** Routes of links to conversations. */

import {
  createShareRoute,
  listSharesRoute,
  readSharedRoute,
  revokeShareRoute,
} from '../../contract/shares/routes.ts';
import type { Share as WireShare } from '../../contract/shares/schema.ts';
import {
  createShare,
  listShares,
  readShared,
  revokeShare,
  type Share,
} from '../../flows/shares/share-conversation.ts';
import type { App } from '../context.ts';
import { readPage, toCursor } from './cursor.ts';
import { conversationToWire, resolveConversationKey } from '../conversations.ts';
import { publicOrigin } from '../page-head/public-origin.ts';

export function bindShares(app: App): void {
  app.openapi(createShareRoute, async (context) => {
    const key = await resolveConversationKey(context, context.req.valid('param'));
    const { expiresInDays } = context.req.valid('json');
    const { share, token } = await createShare(context.get('services'), key, expiresInDays);
    const origin = publicOrigin(context.req, context.get('facts'));
    return context.json({ ...shareToWire(share), url: `${origin}/s/${token}` }, 201);
  });

  app.openapi(listSharesRoute, async (context) => {
    const shares = await listShares(context.get('services'), context.get('viewer'));
    const { entries, next } = readPage(shares, context.req.valid('query'), toCursor);
    return context.json({ shares: entries.map(shareToWire), next }, 200);
  });

  app.openapi(revokeShareRoute, async (context) => {
    await revokeShare(context.get('services'), context.get('viewer'), context.req.valid('param').share);
    return context.body(null, 204);
  });

  app.openapi(readSharedRoute, async (context) => {
    const { token } = context.req.valid('param');
    const found = await readShared(context.get('services'), context.get('viewer'), token);
    // A revoked link must not be served from a cache, and must not leak by the address of the page that led here.
    context.header('cache-control', 'private, no-store');
    context.header('x-robots-tag', 'noindex');
    context.header('referrer-policy', 'no-referrer');
    return context.json(
      {
        title: found.share.title,
        repositoryName: found.repository.name,
        expiresAt: toTime(found.share.expiresAt),
        conversation: conversationToWire(found.share, found.conversation),
      },
      200,
    );
  });
}

function shareToWire({ id, repositoryId, conversationId, title, createdAt, expiresAt }: Share): WireShare {
  return {
    id,
    repositoryId,
    conversationId,
    title,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: toTime(expiresAt),
  };
}

function toTime(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
