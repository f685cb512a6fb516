/** Finds the names that a question associates with a definition, and the lines that contain them. */
import { describe, expect, test } from 'vitest';
import {
  findLinesMentioning,
  findAssociatedNames,
} from '../../../../worker/retrieval/history/find-named-lines.ts';

const findAssociated = (question: string, ...names: string[]) =>
  findAssociatedNames(question, { qualifiedName: 'Mux.serve' }, names);

describe('findAssociatedNames', () => {
  test.each([
    ['Since when does serve call listenAll?', ['serve', 'listenAll'], ['listenAll']],
    ['Since when does `Mux.serve()` call `Net.listenAll`?', ['Mux.serve', 'Net.listenAll'], ['listenAll']],
    ['Who added `timeout` to `Mux.serve`?', ['timeout', 'Mux.serve'], ['timeout']],
    ['When was `serve` added, with or without `timeout`?', ['serve', 'timeout'], []],
    ['Was `serve` written before `timeout`?', ['serve', 'timeout'], []],
    ['When was `Mux.serve` added?', ['Mux.serve', 'Mux'], []],
    ['When was `server` given a `timeout`?', ['server', 'timeout'], []],
  ])('finds the associated names in: %s', (question, names, found) => {
    expect(findAssociated(question, ...names)).toEqual(found);
  });
});

test('findLinesMentioning matches whole words, except on the line with the name of the definition', () => {
  const text = 'def serve(timeout):\n    timeouts = 1\n    wait(timeout)\n';
  const place = { qualifiedName: 'serve', nameLine: 7, startLine: 7, text };
  expect(findLinesMentioning(place, ['timeout'])).toEqual([9]);
});
