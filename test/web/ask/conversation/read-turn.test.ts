/** The parts of a turn arrive once each and in order, wherever and however often the connection is lost. */
import { array, assert, asyncProperty, integer } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProblemError, type AnswerStreamPart, type NumberedPart } from '../../../../web/src/lib/api.ts';
import {
  readTurn,
  reconnectDelaysMs,
  type TurnSource,
} from '../../../../web/src/lib/features/ask/conversation/read-turn.ts';

const metadata = { answerId: 't1', conversationId: 'c1', turn: 1, snapshotId: 's1', cached: false };
const parts: readonly AnswerStreamPart[] = [
  { type: 'start', messageId: 't1', messageMetadata: metadata },
  { type: 'text-start', id: 'answer' },
  ...Array.from({ length: 9 }, (_, index) => ({
    type: 'text-delta' as const,
    id: 'answer',
    delta: `${index}`,
  })),
  { type: 'text-end', id: 'answer' },
  { type: 'finish', messageMetadata: metadata },
];
const numberedParts: readonly NumberedPart[] = parts.map((part, index) => ({ number: index + 1, part }));

function problem(status: number, code: string): ProblemError {
  return new ProblemError({
    type: 'about:blank',
    title: code,
    status,
    detail: code,
    code,
    fix: '',
    requestId: '',
  });
}

/** Simulates a server with the whole turn. Its successive connections fail after the given numbers of parts. */
function createFailingSource(failures: readonly number[]) {
  const remaining = [...failures];
  const calls: string[] = [];
  const waits: number[] = [];
  const connectionChanges: boolean[] = [];
  async function* send(after: number): AsyncGenerator<NumberedPart> {
    const limit = remaining.shift() ?? Infinity;
    for (const [index, part] of numberedParts.slice(after).entries()) {
      if (index >= limit) throw new TypeError('network error');
      yield part;
    }
    if (numberedParts.length - after <= limit) return;
    throw new TypeError('network error');
  }
  const source: TurnSource = {
    begin: () => (calls.push('begin'), send(0)),
    follow: ({ turn, after }) => (calls.push(`${turn} after ${after}`), send(after)),
    find: () => (calls.push('find'), Promise.resolve('t1')),
    wait: (milliseconds) => (waits.push(milliseconds), Promise.resolve()),
    onConnectionChange: (isDisconnected) => connectionChanges.push(isDisconnected),
  };
  return { source, calls, waits, connectionChanges };
}

async function collect(source: TurnSource, resumeFrom?: { turn: string; after: number }) {
  const received: AnswerStreamPart[] = [];
  for await (const part of readTurn(source, resumeFrom ?? null)) received.push(part);
  return received;
}

describe('readTurn', () => {
  test('reads an uninterrupted stream to its end', async () => {
    const { source, calls, waits } = createFailingSource([]);
    expect(await collect(source)).toEqual(parts);
    expect(calls).toEqual(['begin']);
    expect(waits).toEqual([]);
  });

  test('resumes after the last part, and reports the lost connection', async () => {
    const { source, calls, connectionChanges } = createFailingSource([4, 3]);
    expect(await collect(source)).toEqual(parts);
    expect(calls).toEqual(['begin', 't1 after 4', 't1 after 7']);
    expect(connectionChanges.filter(Boolean)).toHaveLength(2);
    expect(connectionChanges.at(-1)).toBe(false);
  });

  test('yields every part once, wherever the connection fails', async () => {
    await assert(
      asyncProperty(array(integer({ min: 0, max: 12 }), { maxLength: 7 }), async (failures) => {
        expect(await collect(createFailingSource(failures).source)).toEqual(parts);
      }),
    );
  });

  test('follows a running turn from a given part', async () => {
    const { source, calls } = createFailingSource([]);
    expect(await collect(source, { turn: 't1', after: 5 })).toEqual(parts.slice(5));
    expect(calls).toEqual(['t1 after 5']);
  });

  test('skips repeated parts, and requests missing parts', async () => {
    const { source, calls } = createFailingSource([]);
    const faultyParts = [
      ...numberedParts.slice(0, 3),
      ...numberedParts.slice(1, 4),
      ...numberedParts.slice(6),
    ];
    const begin = async function* (): AsyncGenerator<NumberedPart> {
      yield* faultyParts;
    };
    expect(await collect({ ...source, begin })).toEqual(parts);
    expect(calls).toEqual(['t1 after 4']);
  });

  test('treats an error without a number as a lost connection', async () => {
    const { source } = createFailingSource([]);
    const error = { number: Number.NaN, part: { type: 'error', errorText: 'connection reset' } } as const;
    const begin = async function* (): AsyncGenerator<NumberedPart> {
      yield* [...numberedParts.slice(0, 2), error];
    };
    expect(await collect({ ...source, begin })).toEqual(parts);
  });

  test('looks for the turn before it submits the question again', async () => {
    const { source, calls } = createFailingSource([0]);
    expect(await collect(source)).toEqual(parts);
    expect(calls).toEqual(['begin', 'find', 't1 after 0']);

    const withoutTurn = createFailingSource([0]);
    const find = () => (withoutTurn.calls.push('find'), Promise.resolve(undefined));
    expect(await collect({ ...withoutTurn.source, find })).toEqual(parts);
    expect(withoutTurn.calls).toEqual(['begin', 'find', 'find', 'find', 'begin']);
  });

  test('throws the last error after the last attempt', async () => {
    const { source, waits } = createFailingSource([3, ...Array.from({ length: 20 }, () => 0)]);
    const unreachable = problem(0, 'unreachable');
    const follow = async function* (): AsyncGenerator<NumberedPart> {
      yield* [];
      throw unreachable;
    };
    await expect(collect({ ...source, follow })).rejects.toBe(unreachable);
    expect(waits).toEqual(reconnectDelaysMs);
  });

  test('does not retry after an error from the server', async () => {
    const { source, waits } = createFailingSource([]);
    const busy = problem(409, 'conversation_busy');
    const begin = async function* (): AsyncGenerator<NumberedPart> {
      yield* [];
      throw busy;
    };
    await expect(collect({ ...source, begin })).rejects.toBe(busy);
    expect(waits).toEqual([]);
  });
});
