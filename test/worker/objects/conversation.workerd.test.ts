/** The conversation object's storage, alarm, and recovery after a crash. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  conversationHeader,
  formatConversationName,
  type ConversationKey,
} from '../../../worker/core/answers/conversation.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { removeRepository } from '../../../worker/flows/repositories/remove-repository.ts';
import { ConversationObject } from '../../../worker/objects/conversation.ts';
import { collectEvents, newTurn, type ConversationsSubject } from '../../contracts/conversations.ts';
import { cleanUpNow } from '../../support/workbench/run-jobs.ts';
import { openConversations } from '../../support/workbench/open-conversations.ts';
import type { Workbench } from '../../support/workbench/workbench.ts';

let subject: ConversationsSubject & { readonly bench: Workbench };
let key: ConversationKey;
let count = 0;
beforeEach(async () => {
  subject = await openConversations();
  count += 1;
  key = { viewer: openModeViewer, repositoryId: subject.repositoryId, id: `object${count}` };
});

const stub = () =>
  env.CONVERSATION.get(
    env.CONVERSATION.idFromName(JSON.stringify([key.viewer.id, key.repositoryId, key.id])),
  );
const ask = async () => collectEvents(await subject.conversations.ask(key, newTurn()));
const tables = () =>
  runInDurableObject(stub(), (_, state) =>
    state.storage.sql
      .exec<{ name: string }>(`SELECT name FROM sqlite_schema WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`)
      .toArray()
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('sqlite')),
  );
const days = (number: number) => number * 24 * 3_600_000;
const setLastQuestion = (daysAgo: number) =>
  runInDurableObject(stub(), (_, state) => {
    state.storage.sql.exec('UPDATE turn SET asked_at = ?', Date.now() - days(daysAgo));
  });

describe('an object without turns', () => {
  it('stores nothing, however often it is read', async () => {
    expect(await subject.conversations.read(key)).toBeUndefined();
    await subject.conversations.stop(key);
    await subject.conversations.remove(key);
    expect(await tables()).toEqual([]);
    expect(await runDurableObjectAlarm(stub())).toBe(false);
  });
});

it('stores nothing for a rejected question, and its repository can be removed', async () => {
  const { catalog } = subject.bench.services;
  const refused = subject.conversations.ask(key, newTurn({ version: 'v9' }));
  await expect(refused).rejects.toMatchObject({ code: 'version_not_found' });
  expect(await tables()).toEqual([]);
  expect(await catalog.listConversations(key.repositoryId, 10)).toEqual([]);
  await ask();
  const services = { ...subject.bench.services, conversations: subject.conversations };
  await removeRepository(services, openModeViewer, key.repositoryId);
  await cleanUpNow(services);
  expect(await tables()).toEqual([]);
  // The key that signs receipts is the deployment's.
  expect(await subject.bench.rows()).toEqual({ receipt_key: 1 });
});

describe('the alarm', () => {
  it('deletes a conversation and its catalog record thirty days after its last turn', async () => {
    await ask();
    expect(await subject.bench.services.catalog.listConversations(key.repositoryId, 10)).toHaveLength(1);
    await setLastQuestion(31);
    expect(await runDurableObjectAlarm(stub())).toBe(true);
    expect(await subject.conversations.read(key)).toBeUndefined();
    expect(await tables()).toEqual([]);
    expect(await subject.bench.services.catalog.listConversations(key.repositoryId, 10)).toEqual([]);
  });

  it('is set again if there was a newer turn', async () => {
    await ask();
    await setLastQuestion(29);
    expect(await runDurableObjectAlarm(stub())).toBe(true);
    expect((await subject.conversations.read(key))?.turns).toHaveLength(1);
    const next = await runInDurableObject(stub(), (_, state) => state.storage.getAlarm());
    expect((next ?? 0) - Date.now()).toBeGreaterThan(days(0.9));
    expect((next ?? 0) - Date.now()).toBeLessThan(days(1.1));
  });
});

describe('a turn', () => {
  it('without subscribers is stopped after a while', async () => {
    subject.slowDown(300);
    const turn = newTurn();
    for await (const event of await subject.conversations.ask(key, turn)) if (event.type === 'begin') break;
    // UNHEARD_SECONDS is 1 here, and an answer makes more than four calls of the index one after another.
    await expect
      .poll(async () => (await subject.conversations.read(key))?.turns[0]?.state, { timeout: 10_000 })
      .toBe('stopped');
    expect((await subject.conversations.read(key))?.turns[0]?.events.at(-1)).toMatchObject({
      type: 'stopped',
      reason: 'It had no subscribers anymore.',
    });
  });

  it('closes its streams if the log fails', async () => {
    subject.slowDown(60);
    const types: string[] = [];
    for await (const event of await subject.conversations.ask(key, newTurn())) {
      types.push(event.type);
      if (event.type === 'begin')
        await runInDurableObject(stub(), (_, state) => void state.storage.sql.exec('DROP TABLE event'));
    }
    expect(types).toEqual(['begin']);
  });

  it('is reported as interrupted after a restart, and the conversation continues', async () => {
    await ask();
    await runInDurableObject(stub(), (_, state) => {
      state.storage.sql.exec(`UPDATE turn SET state = 'running'`);
      state.storage.sql.exec(`DELETE FROM event WHERE number > 3`);
    });
    const woken = await runInDurableObject(stub(), (_, state) =>
      new ConversationObject(state, env as never)
        .fetch(
          new Request('https://conversation/', {
            headers: { [conversationHeader]: encodeURIComponent(formatConversationName(key)) },
          }),
        )
        .then((response) => response.json<{ turns: { state: string; events: { type: string }[] }[] }>()),
    );
    expect(woken.turns).toMatchObject([{ state: 'failed' }]);
    expect(woken.turns[0]?.events).toHaveLength(4);
    expect(woken.turns[0]?.events.at(-1)).toMatchObject({
      type: 'failed',
      failure: { code: 'answer_interrupted' },
    });
    expect((await ask()).at(-1)).toMatchObject({ type: 'end' });
  });
});
