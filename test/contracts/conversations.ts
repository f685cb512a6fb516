/**
 * Contract of every conversation store: all subscribers receive a turn from its first event, even if others leave; a stopped turn does no
 * more work; answers are cached; deletions are complete.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversationKey, NewTurn, TurnEvent } from '../../worker/core/answers/conversation.ts';
import { actFor, openModeViewer } from '../../worker/core/viewer.ts';
import type { Conversations } from '../../worker/ports/conversations.ts';

export interface ConversationsSubject {
  readonly conversations: Conversations;
  /** A repository that is ready and defines `joinChunks`. */
  readonly repositoryId: string;
  /** Delays every further call of the index. */
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
    position: 'last',
    earlier: [],
    ...changes,
  };
}

export async function collectEvents(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const received: TurnEvent[] = [];
  for await (const event of events) received.push(event);
  return received;
}

const types = (events: readonly TurnEvent[]) => events.map((event) => event.type);
/** Removes what differs on each run from a turn's events: begin, end, and the receipt's id, times and signature. */
const comparableEvents = (events: readonly TurnEvent[]) =>
  events
    .filter(({ type }) => type !== 'begin' && type !== 'end')
    .map((event) => {
      if (event.type !== 'receipt') return event;
      const { id: _id, issuedAt: _issuedAt, timings: _timings, signature, ...receipt } = event.receipt;
      return { ...event, receipt: { ...receipt, signedBy: signature.keyId } };
    });

const receiptId = (events: readonly TurnEvent[]) =>
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

  const ask = async (changes: Partial<NewTurn> = {}) =>
    collectEvents(await conversations.ask(key, newTurn(changes)));

  describe('a turn', () => {
    it('streams all events from beginning to end, and stores them', async () => {
      const turn = newTurn();
      const received = await collectEvents(await conversations.ask(key, turn));
      expect(received[0]).toMatchObject({ type: 'begin', turn: turn.id, number: 1, question, cached: false });
      expect(types(received)).toContain('claim');
      expect(types(received).at(-1)).toBe('end');
      const stored = await conversations.read(key);
      expect(stored?.turns).toMatchObject([{ id: turn.id, number: 1, question, state: 'done' }]);
      expect(stored?.turns[0]?.events).toEqual(received);
      expect(await collectEvents(await conversations.follow(key, turn.id))).toEqual(received);
    });

    it('streams from its first event to clients that join while it runs', async () => {
      subject.slowDown(20);
      const turn = newTurn();
      const first = await conversations.ask(key, turn);
      expect(await conversations.findRunningTurn(key)).toBe(turn.id);
      const second = await conversations.follow(key, turn.id);
      const [events, joinedEvents] = await Promise.all([collectEvents(first), collectEvents(second)]);
      expect(joinedEvents).toEqual(events);
      expect(types(events).at(-1)).toBe('end');
      expect(await conversations.findRunningTurn(key)).toBeUndefined();
    });

    it('continues when its client disconnects', async () => {
      subject.slowDown(10);
      const turn = newTurn();
      for await (const event of await conversations.ask(key, turn)) if (event.type === 'begin') break;
      const received = await collectEvents(await conversations.follow(key, turn.id));
      expect(types(received).at(-1)).toBe('end');
    });

    it('continues when another question is rejected while it runs', async () => {
      subject.slowDown(20);
      const first = await conversations.ask(key, newTurn());
      await expect(conversations.ask(key, newTurn())).rejects.toMatchObject({ code: 'conversation_busy' });
      expect(types(await collectEvents(first)).at(-1)).toBe('end');
      expect((await conversations.read(key))?.turns).toHaveLength(1);
    });

    it('without subscribers is stopped by the next turn', async () => {
      subject.slowDown(40);
      const abandoned = newTurn();
      for await (const event of await conversations.ask(key, abandoned)) if (event.type === 'begin') break;
      expect(types(await ask()).at(-1)).toBe('end');
      expect((await conversations.read(key))?.turns).toMatchObject([{ state: 'stopped' }, { state: 'done' }]);
    });

    it('accepts the next question once its end event is sent', async () => {
      subject.slowDown(100);
      for await (const event of await conversations.ask(key, newTurn())) if (event.type === 'end') break;
      const next = await collectEvents(
        await conversations.ask(key, newTurn({ question: 'What does it return?' })),
      );
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
    it('is rewritten with the subjects of earlier turns', async () => {
      await ask();
      const received = await ask({ question: 'What does it return?' });
      const reading = received.find((event) => event.type === 'question')?.reading;
      expect(reading?.asked).toBe('What does it return?');
      expect(reading?.text).toContain('joinChunks');
      expect(reading?.carried.join(' ')).toContain('joinChunks');
    });

    it('uses the client’s earlier questions only for an unknown conversation', async () => {
      const earlier = [{ question, subjects: [] }];
      const received = await ask({ question: 'What does it return?', earlier });
      expect(received.find((event) => event.type === 'question')?.reading.text).toContain('joinChunks');
      const later = await ask({ question: 'Where is `cutLines` defined?', earlier });
      expect(later.find((event) => event.type === 'question')?.reading.carried).toEqual([]);
    });
  });

  describe('stopping', () => {
    it('resolves when no call is pending, and starts no further call', async () => {
      subject.slowDown(40);
      const turn = newTurn();
      const events = collectEvents(await conversations.ask(key, turn));
      await expect.poll(() => subject.pending(), { interval: 1 }).toBeGreaterThan(0);
      const [calledBefore, pendingBefore] = [subject.calls(), subject.pending()];
      const stopped = await conversations.stop(key);
      expect(stopped.turn).toBe(turn.id);
      expect(subject.pending()).toBe(0);
      const calls = subject.calls();
      // Each pending call may have had one successor before the stop arrived.
      expect(calls - calledBefore).toBeLessThanOrEqual(pendingBefore);
      const received = await events;
      expect(types(received).at(-1)).toBe('stopped');
      expect(types(received)).not.toContain('claim');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(subject.calls()).toBe(calls);
      expect((await conversations.read(key))?.turns).toMatchObject([{ state: 'stopped', events: received }]);
    });

    it('resolves only when a turn that had not begun has stopped all work', async () => {
      subject.slowDown(50);
      const before = subject.calls();
      const rejected = conversations.ask(key, newTurn()).then(collectEvents, (thrown: unknown) => thrown);
      await expect.poll(() => subject.calls(), { interval: 1 }).toBeGreaterThan(before);
      await conversations.stop(key);
      const calls = subject.calls();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(subject.calls()).toBe(calls);
      await rejected;
      subject.slowDown(0);
      expect(types(await ask()).at(-1)).toBe('end');
    });

    it('allows the next turn', async () => {
      subject.slowDown(40);
      const events = await conversations.ask(key, newTurn());
      await conversations.stop(key);
      await collectEvents(events);
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
    it('gets the same answer from the cache, and is marked as cached', async () => {
      const first = await ask();
      const calls = subject.calls();
      const repeated = await ask();
      // Only the cited files are recorded, for this conversation.
      expect(subject.calls() - calls).toBeLessThanOrEqual(2);
      expect(repeated[0]).toMatchObject({ type: 'begin', number: 2, cached: true });
      expect(comparableEvents(repeated)).toEqual(comparableEvents(first));
    });

    it('gets the cached answer in other conversations too', async () => {
      const first = await ask();
      key = { ...key, id: `${key.id}b` };
      const elsewhere = await ask();
      expect(elsewhere[0]).toMatchObject({ type: 'begin', number: 1, cached: true });
      expect(comparableEvents(elsewhere)).toEqual(comparableEvents(first));
      expect(receiptId(elsewhere)).toBeDefined();
      expect(receiptId(elsewhere)).not.toBe(receiptId(first));
    });

    it('with a different setting is not cached', async () => {
      await ask();
      expect((await ask({ topK: 3 }))[0]).toMatchObject({ cached: false });
    });

    it('with `fresh` does not replace a last turn that has another question', async () => {
      await ask({ question: 'Where is `cutLines` defined?' });
      expect((await ask({ fresh: true, position: 'same' }))[0]).toMatchObject({ number: 2, cached: false });
    });

    it('with `fresh` replaces the last turn', async () => {
      await ask({ question: 'Where is `cutLines` defined?' });
      await ask();
      const refreshed = await ask({ fresh: true, position: 'same' });
      expect(refreshed[0]).toMatchObject({ type: 'begin', number: 2, cached: false });
      expect((await conversations.read(key))?.turns.map((turn) => turn.number)).toEqual([1, 2]);
    });
  });

  describe('a turn after an earlier one', () => {
    it('replaces all turns after that one', async () => {
      for (const name of ['joinChunks', 'cutLines', 'joinChunks'])
        await ask({ question: `Where is \`${name}\` defined?` });
      const [first] = (await conversations.read(key))?.turns ?? [];
      await ask({ question: 'What does `cutLines` do?', position: { turn: first?.id ?? '' } });
      const turns = (await conversations.read(key))?.turns.map((turn) => [turn.number, turn.question]);
      expect(turns).toEqual([
        [1, 'Where is `joinChunks` defined?'],
        [2, 'What does `cutLines` do?'],
      ]);
    });
  });

  describe('a stored conversation', () => {
    it('is invisible to other viewers and repositories, even with its id', async () => {
      await ask();
      expect(await conversations.read({ ...key, viewer: actFor({ id: 'anna' }) })).toBeUndefined();
      expect(await conversations.read({ ...key, repositoryId: 'other' })).toBeUndefined();
    });

    it('is deleted completely, and its id can be reused', async () => {
      await ask();
      await conversations.remove(key);
      expect(await conversations.read(key)).toBeUndefined();
      expect((await ask())[0]).toMatchObject({ number: 1 });
    });

    it.each(['remove', 'removeHidden'] as const)(
      'is deleted by %s even if a turn was running',
      async (method) => {
        subject.slowDown(40);
        const events = collectEvents(await conversations.ask(key, newTurn()));
        await conversations[method](key);
        expect(types(await events).at(-1)).toBe('stopped');
        expect(await conversations.read(key)).toBeUndefined();
      },
    );

    it('is deleted completely even if a question arrives during the deletion', async () => {
      await ask();
      const [removed, rejected] = await Promise.allSettled([conversations.remove(key), ask()]);
      expect(removed.status).toBe('fulfilled');
      if (rejected.status === 'rejected')
        expect(rejected.reason).toMatchObject({ code: 'conversation_busy' });
      await conversations.remove(key);
      expect(await conversations.read(key)).toBeUndefined();
      expect((await ask())[0]).toMatchObject({ number: 1 });
    });

    it('reports when it expires', async () => {
      await ask();
      const stored = await conversations.read(key);
      expect((stored?.expiresAt ?? 0) - (stored?.createdAt ?? 0)).toBeGreaterThanOrEqual(30 * 24 * 3_600_000);
    });

    it('accepts no more turns when it is full', async () => {
      await ask();
      for (let turn = 1; turn < conversations.maxTurns; turn += 1) await ask();
      await expect(conversations.ask(key, newTurn())).rejects.toMatchObject({ code: 'conversation_full' });
      expect((await conversations.read(key))?.turns).toHaveLength(conversations.maxTurns);
    });
  });
}
