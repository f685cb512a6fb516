/** Objects reached directly, past the routes: a name alone does not open the conversation of somebody else. */

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  conversationHeader,
  formatConversationName,
  type ConversationKey,
} from '../../../../worker/core/answers/conversation.ts';
import { newTurn } from '../../../contracts/conversations.ts';
import { anna, ben, openTenants, type Tenants } from '../../../support/hosted/open-tenants.ts';

const question = 'Where is `joinChunks` defined?';
let tenants: Tenants;
let key: ConversationKey;
let foreignKey: ConversationKey;

const nameHeader = (of: ConversationKey) => ({
  [conversationHeader]: encodeURIComponent(formatConversationName(of)),
});

const call = (path: string, init: RequestInit = {}) =>
  env.CONVERSATION.get(env.CONVERSATION.idFromName(formatConversationName(key))).fetch(
    `https://conversation${path}`,
    init,
  );

beforeAll(async () => {
  tenants = await openTenants();
  const repositoryId = tenants.ids['public-a'];
  key = { viewer: anna, repositoryId, id: 'direct' };
  foreignKey = { ...key, viewer: ben };
  const answer = await tenants.send('anna', `/v1/repositories/${repositoryId}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ question, conversationId: key.id }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
});

describe('the object of a conversation', () => {
  const calls: readonly (readonly [method: string, path: string, body: (of: ConversationKey) => unknown])[] =
    [
      ['GET', '/', () => undefined],
      ['GET', '/running', () => undefined],
      ['GET', '/turns/any', () => undefined],
      ['POST', '/stop', () => undefined],
      ['POST', '/turns', (of) => ({ key: of, turn: newTurn({ question }) })],
      ['POST', '/moved', (of) => ({ key: of, conversation: { turns: [] } })],
      ['DELETE', '/', (of) => of],
      ['DELETE', '/hidden', () => undefined],
    ];

  it.each(calls)('refuses %s %s for another viewer, or without one', async (method, path, body) => {
    for (const headers of [nameHeader(foreignKey), {}]) {
      const content = body(foreignKey);
      const response = await call(path, {
        method,
        headers,
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      });
      const text = await response.text();
      expect(response.status, text).toBe(500);
      expect(JSON.parse(text)).toMatchObject({ code: 'conversation_not_found' });
      expect(text).not.toContain('joinChunks');
    }
  });

  it.each([
    ['POST', '/turns', { key: () => foreignKey, turn: newTurn({ question }) }],
    ['POST', '/moved', { key: () => foreignKey, conversation: { turns: [] } }],
  ])('refuses %s %s with the key of another viewer under its own name', async (method, path, body) => {
    const content = { ...body, key: body.key() };
    const response = await call(path, {
      method,
      headers: nameHeader(key),
      body: JSON.stringify(content),
    });
    expect(await response.json()).toMatchObject({ code: 'conversation_not_found' });
  });

  it('is not changed by refused calls, and still answers its owner', async () => {
    const read = await call('/', { headers: nameHeader(key) });
    expect(await read.json()).toMatchObject({ turns: [{ question, state: 'done' }] });
  });

  it('cannot be begun under the name of another', async () => {
    const stub = env.CONVERSATION.get(
      env.CONVERSATION.idFromName(formatConversationName({ ...key, id: 'not begun' })),
    );
    const response = await stub.fetch('https://conversation/turns', {
      method: 'POST',
      headers: nameHeader(foreignKey),
      body: JSON.stringify({ key: foreignKey, turn: newTurn({ question }) }),
    });
    expect(await response.json()).toMatchObject({ code: 'conversation_not_found' });
  });
});
