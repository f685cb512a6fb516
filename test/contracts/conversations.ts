/**
 * Contract of every conversation store: all subscribers receive a turn from its first event, whoever leaves; a stopped turn does nothing
 * more; answers are cached; deletions are complete.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversationKey, NewTurn, TurnEvent } from '../../worker/core/answers/conversation.ts';
import { openModeViewer } from '../../worker/core/viewer.ts';
import type { Conversations } from '../../worker/ports/conversations.ts';

export interface ConversationsSubject {
  readonly conversations: Conversations;
  /** A repository that is ready and defines `joinChunks`. */
  readonly repositoryId: string;
  /** Makes every call of the index take this long from now on. */
  readonly slowDown: (delayMs: number) => void;
  /** Calls of the index so far. */
  readonly calls: () => number;
  /** Calls of the index that have not returned. */
  readonly pending: () => number;
}

const question = 'Where is `joinChunks` defined?';
let ids = 0;

export function newTurn(changes: Partial<NewTurn> = {}): NewTurn {
  ids += 1;
  return {
    id: `turn${ids}`,
    question,
    version: undefined,
    topK: undefined,
    writing: { model: undefined, temperature: undefined, maxOutputTokens: undefined },
    files: [],
    fresh: false,
    after: 'last',
    earlier: [],
    ...changes,
  };
}

export async function all(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const told: TurnEvent[] = [];
  for await (const event of events) told.push(event);
  return told;
}

const types = (events: readonly TurnEvent[]) => events.map((event) => event.type);
/** The events without those that differ on each run. */
/** The events of a turn without those that differ in each turn: its beginning, end, and the receipt's id, times and signature. */
const saidBy = (events: readonly TurnEvent[]) =>
  events
    .filter(({ type }) => type !== 'begin' && type !== 'end')
    .map((event) => {
      if (event.type !== 'receipt') return event;
      const { id: _id, issuedAt: _issuedAt, timings: _timings, signature, ...receipt } = event.receipt;
      return { ...event, receipt: { ...receipt, signedBy: signature.keyId } };
    });

const receiptIdOf = (events: readonly TurnEvent[]) =>
  events.flatMap((event) => (event.type === 'receipt' ? [event.receipt.id] : []))[0];

export function conversationsContract(open: () => Promise<ConversationsSubject>): void {
  let subject: ConversationsSubject;
  let conversations: Conversations;
  let key: ConversationKey;
  beforeEach(async () => {
    subject = await open();
    ({ conversations } = subject);
    ids += 1;
    key = { viewer: openModeViewer, repositoryId: subject.repositoryId, id: `talk${ids}` };
  });

  const ask = async (changes: Partial<NewTurn> = {}) => all(await conversations.ask(key, newTurn(changes)));

  describe('a turn', () => {
    it('streams all events from beginning to end, and stores them', async () => {
      const turn = newTurn();
      const told = await all(await conversations.ask(key, turn));
      expect(told[0]).toMatchObject({ type: 'begin', turn: turn.id, number: 1, question, cached: false });
      expect(types(told)).toContain('claim');
      expect(types(told).at(-1)).toBe('end');
      const kept = await conversations.read(key);
      expect(kept?.turns).toMatchObject([{ id: turn.id, number: 1, question, state: 'done' }]);
      expect(kept?.turns[0]?.events).toEqual(told);
      expect(await all(await conversations.follow(key, turn.id))).toEqual(told);
    });

    it('streams from its first event to clients that join while it runs', async () => {
      subject.slowDown(20);
      const turn = newTurn();
      const first = await conversations.ask(key, turn);
      expect(await conversations.running(key)).toBe(turn.id);
      const second = await conversations.follow(key, turn.id);
      const [one, other] = await Promise.all([all(first), all(second)]);
      expect(one).toEqual(other);
      expect(types(one).at(-1)).toBe('end');
      expect(await conversations.running(key)).toBeUndefined();
    });

    it('continues when its client disconnects', async () => {
      subject.slowDown(10);
      const turn = newTurn();
      for await (const event of await conversations.ask(key, turn)) if (event.type === 'begin') break;
      const told = await all(await conversations.follow(key, turn.id));
      expect(types(told).at(-1)).toBe('end');
    });

    it('of which another is asked while it is at work is not disturbed', async () => {
      subject.slowDown(20);
      const first = await conversations.ask(key, newTurn());
      await expect(conversations.ask(key, newTurn())).rejects.toMatchObject({ code: 'conversation_busy' });
      expect(types(await all(first)).at(-1)).toBe('end');
      expect((await conversations.read(key))?.turns).toHaveLength(1);
    });

    it('without subscribers is stopped by the next one', async () => {
      subject.slowDown(40);
      const left = newTurn();
      for await (const event of await conversations.ask(key, left)) if (event.type === 'begin') break;
      expect(types(await ask()).at(-1)).toBe('end');
      expect((await conversations.read(key))?.turns).toMatchObject([{ state: 'stopped' }, { state: 'done' }]);
    });

    it('is whole once its end is told, whatever is still done for others', async () => {
      subject.slowDown(100);
      for await (const event of await conversations.ask(key, newTurn())) if (event.type === 'end') break;
      const next = await all(await conversations.ask(key, newTurn({ question: 'What does it return?' })));
      expect(types(next).at(-1)).toBe('end');
      expect(next.find((event) => event.type === 'question')?.reading.text).toContain('joinChunks');
      expect((await conversations.read(key))?.turns).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    });

    it('rejects a question about an unknown repository, and stores nothing', async () => {
      const absent = { ...key, repositoryId: 'absent' };
      await expect(conversations.ask(absent, newTurn())).rejects.toMatchObject({
        code: 'repository_not_found',
      });
      await expect(conversations.ask(key, newTurn({ version: 'v9' }))).rejects.toMatchObject({
        code: 'version_not_found',
        details: { available: [{ status: 'ready' }] },
      });
      expect(await conversations.read(absent)).toBeUndefined();
      expect(await conversations.read(key)).toBeUndefined();
    });

    it('cannot be followed if it is unknown', async () => {
      await expect(conversations.follow(key, 'none')).rejects.toMatchObject({ code: 'turn_not_found' });
      await ask();
      await expect(conversations.follow(key, 'none')).rejects.toMatchObject({ code: 'turn_not_found' });
    });
  });

  describe('a follow-up', () => {
    it('is put on its own with what the turns before it were about', async () => {
      await ask();
      const told = await ask({ question: 'What does it return?' });
      const reading = told.find((event) => event.type === 'question')?.reading;
      expect(reading?.asked).toBe('What does it return?');
      expect(reading?.text).toContain('joinChunks');
      expect(reading?.carried.join(' ')).toContain('joinChunks');
    });

    it('uses the client’s earlier questions only for an unknown conversation', async () => {
      const earlier = [{ question, subjects: [] }];
      const told = await ask({ question: 'What does it return?', earlier });
      expect(told.find((event) => event.type === 'question')?.reading.text).toContain('joinChunks');
      const later = await ask({ question: 'Where is `cutLines` defined?', earlier });
      expect(later.find((event) => event.type === 'question')?.reading.carried).toEqual([]);
    });
  });

  describe('stopping', () => {
    it('resolves when no call is pending, and starts no further call', async () => {
      subject.slowDown(40);
      const turn = newTurn();
      const events = all(await conversations.ask(key, turn));
      await expect.poll(() => subject.pending(), { interval: 1 }).toBeGreaterThan(0);
      const [calledBefore, pendingBefore] = [subject.calls(), subject.pending()];
      const stopped = await conversations.stop(key);
      expect(stopped.turn).toBe(turn.id);
      expect(subject.pending()).toBe(0);
      const calls = subject.calls();
      // Each pending call may have had one successor before the stop arrived.
      expect(calls - calledBefore).toBeLessThanOrEqual(pendingBefore);
      const told = await events;
      expect(types(told).at(-1)).toBe('stopped');
      expect(types(told)).not.toContain('claim');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(subject.calls()).toBe(calls);
      expect((await conversations.read(key))?.turns).toMatchObject([{ state: 'stopped', events: told }]);
    });

    it('is over only when nothing of a turn that had not begun is at work', async () => {
      subject.slowDown(50);
      const before = subject.calls();
      const asked = conversations.ask(key, newTurn()).then(all, (thrown: unknown) => thrown);
      await expect.poll(() => subject.calls(), { interval: 1 }).toBeGreaterThan(before);
      await conversations.stop(key);
      const calls = subject.calls();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(subject.calls()).toBe(calls);
      await asked;
      subject.slowDown(0);
      expect(types(await ask()).at(-1)).toBe('end');
    });

    it('allows the next turn', async () => {
      subject.slowDown(40);
      const events = await conversations.ask(key, newTurn());
      await conversations.stop(key);
      await all(events);
      subject.slowDown(0);
      expect(types(await ask()).at(-1)).toBe('end');
    });

    it('does nothing if no turn is running', async () => {
      expect(await conversations.stop(key)).toMatchObject({ turn: undefined });
      await ask();
      expect(await conversations.stop(key)).toMatchObject({ turn: undefined });
      expect((await conversations.read(key))?.turns).toMatchObject([{ state: 'done' }]);
    });
  });

  describe('a repeated question', () => {
    it('is answered the same without the index, and marked', async () => {
      const first = await ask();
      const calls = subject.calls();
      const again = await ask();
      expect(subject.calls()).toBe(calls);
      expect(again[0]).toMatchObject({ type: 'begin', number: 2, cached: true });
      expect(saidBy(again)).toEqual(saidBy(first));
    });

    it('is known to other conversations', async () => {
      const first = await ask();
      key = { ...key, id: `${key.id}b` };
      const elsewhere = await ask();
      expect(elsewhere[0]).toMatchObject({ type: 'begin', number: 1, cached: true });
      expect(saidBy(elsewhere)).toEqual(saidBy(first));
      expect(receiptIdOf(elsewhere)).toBeDefined();
      expect(receiptIdOf(elsewhere)).not.toBe(receiptIdOf(first));
    });

    it('with another setting is another question', async () => {
      await ask();
      expect((await ask({ topK: 3 }))[0]).toMatchObject({ cached: false });
    });

    it('with `fresh` keeps a last turn with another question', async () => {
      await ask({ question: 'Where is `cutLines` defined?' });
      expect((await ask({ fresh: true, after: 'same' }))[0]).toMatchObject({ number: 2, cached: false });
    });

    it('with `fresh` replaces the last turn', async () => {
      await ask({ question: 'Where is `cutLines` defined?' });
      await ask();
      const again = await ask({ fresh: true, after: 'same' });
      expect(again[0]).toMatchObject({ type: 'begin', number: 2, cached: false });
      expect((await conversations.read(key))?.turns.map((turn) => turn.number)).toEqual([1, 2]);
    });
  });

  describe('a turn after an earlier one', () => {
    it('ends the conversation there', async () => {
      for (const name of ['joinChunks', 'cutLines', 'joinChunks'])
        await ask({ question: `Where is \`${name}\` defined?` });
      const [first] = (await conversations.read(key))?.turns ?? [];
      await ask({ question: 'What does `cutLines` do?', after: { turn: first?.id ?? '' } });
      const turns = (await conversations.read(key))?.turns.map((turn) => [turn.number, turn.question]);
      expect(turns).toEqual([
        [1, 'Where is `joinChunks` defined?'],
        [2, 'What does `cutLines` do?'],
      ]);
    });
  });

  describe('what is said', () => {
    it('is invisible to other viewers and repositories, even with its id', async () => {
      await ask();
      expect(await conversations.read({ ...key, viewer: { id: 'anna' } })).toBeUndefined();
      expect(await conversations.read({ ...key, repositoryId: 'other' })).toBeUndefined();
    });

    it('is deleted completely, and its id can be reused', async () => {
      await ask();
      await conversations.remove(key);
      expect(await conversations.read(key)).toBeUndefined();
      expect((await ask())[0]).toMatchObject({ number: 1 });
    });

    it.each(['remove', 'removeHidden'] as const)('is gone by %s though a turn was at work', async (how) => {
      subject.slowDown(40);
      const events = all(await conversations.ask(key, newTurn()));
      await conversations[how](key);
      expect(types(await events).at(-1)).toBe('stopped');
      expect(await conversations.read(key)).toBeUndefined();
    });

    it('is gone whole though another is asked meanwhile', async () => {
      await ask();
      const [removed, asked] = await Promise.allSettled([conversations.remove(key), ask()]);
      expect(removed.status).toBe('fulfilled');
      if (asked.status === 'rejected') expect(asked.reason).toMatchObject({ code: 'conversation_busy' });
      await conversations.remove(key);
      expect(await conversations.read(key)).toBeUndefined();
      expect((await ask())[0]).toMatchObject({ number: 1 });
    });

    it('reports when it expires', async () => {
      await ask();
      const kept = await conversations.read(key);
      expect((kept?.expiresAt ?? 0) - (kept?.createdAt ?? 0)).toBeGreaterThanOrEqual(30 * 24 * 3_600_000);
    });

    it('is limited: a full conversation accepts no more turns', async () => {
      await ask();
      for (let turn = 1; turn < conversations.maxTurns; turn += 1) await ask();
      await expect(conversations.ask(key, newTurn())).rejects.toMatchObject({ code: 'conversation_full' });
      expect((await conversations.read(key))?.turns).toHaveLength(conversations.maxTurns);
    });
  });
}
