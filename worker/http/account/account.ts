/** Routes of the viewer: who they are, preferences, conversations and the account. */

import {
  accountRoute,
  adoptConversationsRoute,
  changeConversationRoute,
  deleteAccountRoute,
  listConversationsRoute,
  meRoute,
  readPreferencesRoute,
  savePreferencesRoute,
} from '../../contract/account/routes.ts';
import { toConversationRecord } from '../../core/answers/conversation.ts';
import { toBase64Url } from '../../core/text/base64url.ts';
import { AppError } from '../../core/errors.ts';
import { defaultPreferences } from '../../core/preferences.ts';
import { adoptConversations } from '../../flows/account/adopt-conversations.ts';
import { deleteAccount, viewAccount } from '../../flows/account/delete-account.ts';
import type { App } from '../context.ts';
import { resolveConversationKey } from '../conversations.ts';
import { identifyVisitor, readCookie, visitorCookie } from '../request/identify.ts';
import { readCursor, readPage } from './cursor.ts';

const visitorBytes = 16;
const visitorSeconds = 180 * 86_400;

export function bindAccount(app: App): void {
  bindMe(app);
  bindConversationList(app);

  app.openapi(accountRoute, async (context) => {
    const { account, methods, contents } = await viewAccount(
      context.get('services'),
      context.get('viewer'),
      context.req.raw.headers,
    );
    const { email, name, isAdmin } = account;
    context.header('cache-control', 'private, no-store');
    return context.json({ email, name, isAdmin, signInMethods: [...methods], ...contents }, 200);
  });

  app.openapi(deleteAccountRoute, async (context) => {
    const removed = await deleteAccount(context.get('services'), context.get('viewer'), {
      headers: context.req.raw.headers,
      confirmation: context.req.valid('json').confirm,
    });
    return context.json({ removed: { ...removed } }, 200);
  });
}

function bindMe(app: App): void {
  app.openapi(meRoute, async (context) => {
    const viewer = context.get('viewer');
    const { accounts } = context.get('services');
    context.header('cache-control', 'private, no-store');
    if (
      viewer.kind === 'anonymous' &&
      readCookie(context.req.header('cookie'), visitorCookie) === undefined
    ) {
      const secret = toBase64Url(crypto.getRandomValues(new Uint8Array(visitorBytes)));
      context.header(
        'set-cookie',
        `${visitorCookie}=${secret}; Path=/; Max-Age=${visitorSeconds}; Secure; HttpOnly; SameSite=Lax`,
      );
    }
    const account = viewer.kind === 'user' ? await accounts?.find(context.req.raw.headers) : undefined;
    const person = account && { name: account.name, email: account.email };
    const isUser = viewer.kind === 'user' || viewer.kind === 'key';
    return context.json(
      {
        viewer: {
          kind: viewer.kind,
          ...(isUser && { id: viewer.id }),
          ...person,
          isAdmin: viewer.kind === 'user' && viewer.isAdmin,
        },
        hasAccounts: accounts !== undefined,
      },
      200,
    );
  });

  app.openapi(readPreferencesRoute, async (context) => {
    const saved = await context.get('services').preferenceStore.read(context.get('viewer'));
    return context.json(saved ?? defaultPreferences, 200);
  });

  app.openapi(savePreferencesRoute, async (context) => {
    const preferences = context.req.valid('json');
    await context.get('services').preferenceStore.save(context.get('viewer'), preferences);
    return context.json(preferences, 200);
  });
}

function bindConversationList(app: App): void {
  app.openapi(listConversationsRoute, async (context) => {
    const { cursor, limit } = context.req.valid('query');
    const from = readCursor(cursor);
    const before = from && { askedAt: from.time, id: from.id };
    const [{ catalog }, viewer] = [context.get('services'), context.get('viewer')];
    const page = { before, limit: limit + 1, readableBy: viewer };
    const listed = await catalog.listConversationsOf(viewer, page);
    const { entries, next } = readPage(listed, { limit }, ({ askedAt, id }) => ({ time: askedAt, id }));
    context.header('cache-control', 'private, no-store');
    return context.json(
      {
        conversations: entries.map(({ createdAt, askedAt, ...entry }) => ({
          ...entry,
          createdAt: new Date(createdAt).toISOString(),
          askedAt: new Date(askedAt).toISOString(),
        })),
        next,
      },
      200,
    );
  });

  app.openapi(changeConversationRoute, async (context) => {
    const key = await resolveConversationKey(context, context.req.valid('param'));
    const { catalog } = context.get('services');
    if (!(await catalog.changeConversation(toConversationRecord(key), context.req.valid('json'))))
      throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
    return context.body(null, 204);
  });

  app.openapi(adoptConversationsRoute, async (context) => {
    const { config } = context.get('facts');
    const services = context.get('services');
    const visitor = await identifyVisitor(context.req, config, services.identities);
    if (visitor === undefined) return context.json({ adopted: 0 }, 200);
    return context.json({ adopted: await adoptConversations(services, context.get('viewer'), visitor) }, 200);
  });
}
