/** A place and what it does there: which names belong together, and which lines hold the other. */
import { describe, expect, test } from 'vitest';
import {
  findLinesNaming,
  findAssociatedNames,
} from '../../../../worker/retrieval/history/find-named-lines.ts';

const beside = (question: string, ...names: string[]) =>
  findAssociatedNames(question, { qualifiedName: 'Mux.serve' }, names);

describe('namesBeside', () => {
  test.each([
    ['Since when does serve call listenAll?', ['serve', 'listenAll'], ['listenAll']],
    ['Since when does `Mux.serve()` call `Net.listenAll`?', ['Mux.serve', 'Net.listenAll'], ['listenAll']],
    ['Who added `timeout` to `Mux.serve`?', ['timeout', 'Mux.serve'], ['timeout']],
    ['When was `serve` added, with or without `timeout`?', ['serve', 'timeout'], []],
    ['Was `serve` written before `timeout`?', ['serve', 'timeout'], []],
    ['When was `Mux.serve` added?', ['Mux.serve', 'Mux'], []],
    ['When was `server` given a `timeout`?', ['server', 'timeout'], []],
  ])('%s', (question, names, found) => {
    expect(beside(question, ...names)).toEqual(found);
  });
});

test('lines hold a name as a whole word, but the one that bears the name of the place', () => {
  const text = 'def serve(timeout):\n    timeouts = 1\n    wait(timeout)\n';
  const place = { qualifiedName: 'serve', nameLine: 7, startLine: 7, text };
  expect(findLinesNaming(place, ['timeout'])).toEqual([9]);
});
