/** However often and wherever the connection breaks, the parts of a turn come once each and in order. */
import { array, assert, asyncProperty, integer } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProblemError, type AnswerStreamPart, type NumberedPart } from '../../web/src/lib/api.ts';
import { readTurn, rejoinDelaysMs, type TurnSource } from '../../web/src/lib/features/ask/read-turn.ts';

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
const numbered: readonly NumberedPart[] = parts.map((part, index) => ({ number: index + 1, part }));

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

/** A server that has all of the turn, and connections that break after so many parts, one after the other. */
function breaking(breaks: readonly number[]) {
  const left = [...breaks];
  const calls: string[] = [];
  const waits: number[] = [];
  const losses: boolean[] = [];
  async function* send(after: number): AsyncGenerator<NumberedPart> {
    const most = left.shift() ?? Infinity;
    for (const [index, part] of numbered.slice(after).entries()) {
      if (index >= most) throw new TypeError('network error');
      yield part;
    }
    if (numbered.length - after <= most) return;
    throw new TypeError('network error');
  }
  const source: TurnSource = {
    begin: () => (calls.push('begin'), send(0)),
    follow: ({ turn, after }) => (calls.push(`${turn} after ${after}`), send(after)),
    find: () => (calls.push('find'), Promise.resolve('t1')),
    wait: (milliseconds) => (waits.push(milliseconds), Promise.resolve()),
    onLost: (lost) => losses.push(lost),
  };
  return { source, calls, waits, losses };
}

async function gather(source: TurnSource, joined?: { turn: string; after: number }) {
  const seen: AnswerStreamPart[] = [];
  for await (const part of readTurn(source, joined ?? null)) seen.push(part);
  return seen;
}

describe('readTurn', () => {
  test('a stream that holds is read to its end and no further', async () => {
    const { source, calls, waits } = breaking([]);
    expect(await gather(source)).toEqual(parts);
    expect(calls).toEqual(['begin']);
    expect(waits).toEqual([]);
  });

  test('is rejoined after its last part, and says that it was lost', async () => {
    const { source, calls, losses } = breaking([4, 3]);
    expect(await gather(source)).toEqual(parts);
    expect(calls).toEqual(['begin', 't1 after 4', 't1 after 7']);
    expect(losses.filter(Boolean)).toHaveLength(2);
    expect(losses.at(-1)).toBe(false);
  });

  test('gives every part once, wherever it breaks', async () => {
    await assert(
      asyncProperty(array(integer({ min: 0, max: 12 }), { maxLength: 7 }), async (breaks) => {
        expect(await gather(breaking(breaks).source)).toEqual(parts);
      }),
    );
  });

  test('a turn found running is joined where it stands', async () => {
    const { source, calls } = breaking([]);
    expect(await gather(source, { turn: 't1', after: 5 })).toEqual(parts.slice(5));
    expect(calls).toEqual(['t1 after 5']);
  });

  test('parts sent again are passed over; a gap is asked for', async () => {
    const { source, calls } = breaking([]);
    const odd = [...numbered.slice(0, 3), ...numbered.slice(1, 4), ...numbered.slice(6)];
    const begin = async function* (): AsyncGenerator<NumberedPart> {
      yield* odd;
    };
    expect(await gather({ ...source, begin })).toEqual(parts);
    expect(calls).toEqual(['t1 after 4']);
  });

  test('an error of the connection, which has no number, is not one of the turn', async () => {
    const { source } = breaking([]);
    const cut = { number: Number.NaN, part: { type: 'error', errorText: 'the line was cut' } } as const;
    const begin = async function* (): AsyncGenerator<NumberedPart> {
      yield* [...numbered.slice(0, 2), cut];
    };
    expect(await gather({ ...source, begin })).toEqual(parts);
  });

  test('a question that broke before its first part is looked for before it is put again', async () => {
    const { source, calls } = breaking([0]);
    expect(await gather(source)).toEqual(parts);
    expect(calls).toEqual(['begin', 'find', 't1 after 0']);

    const unknown = breaking([0]);
    const find = () => (unknown.calls.push('find'), Promise.resolve(undefined));
    expect(await gather({ ...unknown.source, find })).toEqual(parts);
    expect(unknown.calls).toEqual(['begin', 'find', 'find', 'find', 'begin']);
  });

  test('after the last try it is given up with the last reason', async () => {
    const { source, waits } = breaking([3, ...Array.from({ length: 20 }, () => 0)]);
    const gone = problem(0, 'unreachable');
    const follow = async function* (): AsyncGenerator<NumberedPart> {
      yield* [];
      throw gone;
    };
    await expect(gather({ ...source, follow })).rejects.toBe(gone);
    expect(waits).toEqual(rejoinDelaysMs);
  });

  test('a refusal is not tried again', async () => {
    const { source, waits } = breaking([]);
    const busy = problem(409, 'conversation_busy');
    const begin = async function* (): AsyncGenerator<NumberedPart> {
      yield* [];
      throw busy;
    };
    await expect(gather({ ...source, begin })).rejects.toBe(busy);
    expect(waits).toEqual([]);
  });
});
