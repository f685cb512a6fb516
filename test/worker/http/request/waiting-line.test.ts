import { expect, test } from 'vitest';
import { WaitingLine } from '../../../../worker/http/request/waiting-line.ts';

const places = 24;
const stays = new AbortController().signal;

async function fill(line: WaitingLine): Promise<(() => void)[]> {
  return Promise.all(Array.from({ length: places }, () => line.enter(stays)));
}

test('a place goes to the first that waits', async () => {
  const line = new WaitingLine();
  const running = await fill(line);
  const order: number[] = [];
  const waiting = [1, 2, 3].map(async (number) => {
    const leave = await line.enter(stays);
    order.push(number);
    leave();
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  running[0]?.();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test('leaving twice frees one place', async () => {
  const line = new WaitingLine();
  const [first] = await fill(line);
  first?.();
  first?.();
  const one = await line.enter(stays);
  let isRunning = false;
  const second = line.enter(stays).then(() => (isRunning = true));
  await Promise.resolve();
  expect(isRunning).toBe(false);
  one();
  await second;
});

test('a client that leaves does not keep its turn, and loses no place', async () => {
  const line = new WaitingLine();
  const running = await fill(line);
  const leaving = new AbortController();
  const left = line.enter(leaving.signal);
  leaving.abort();
  (await left)();
  for (const leave of running) leave();
  expect(await fill(line)).toHaveLength(places);
});

test('any order of calls keeps at most the places running', async () => {
  const line = new WaitingLine();
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 500 }, async (_, number) => {
      const leave = await line.enter(stays);
      running += 1;
      most = Math.max(most, running);
      for (let step = 0; step <= number % 7; step += 1) await new Promise(setImmediate);
      running -= 1;
      leave();
    }),
  );
  expect(most).toBe(places);
});
