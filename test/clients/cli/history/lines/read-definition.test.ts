import { expect, test } from 'vitest';
import { wordCode } from '../../../../../clients/cli/history/lines/hash-line.ts';
import { createWordLists } from '../../../../../clients/cli/history/lines/word-lists.ts';

const computeWordCode = (word: string): number => wordCode(Buffer.from(word), 0, Buffer.byteLength(word));

test.each([
  ['def run(self, socket):', 'run'],
  ['    async def run_all(', 'run_all'],
  ['export default async function run() {', 'run'],
  ['export function* walk(tree) {', 'walk'],
  ['func (group *RouterGroup) createHandler(path string) Handler {', 'createHandler'],
  ['pub(crate) const fn limit() -> usize {', 'limit'],
  ['macro_rules! ready {', undefined],
  ['public static final class Node extends Tree {', 'Node'],
  ['data class Point(val x: Int)', 'Point'],
  ['const size = measure(box);', 'size'],
  ['type: string;', undefined],
  ['return function () {', undefined],
  ['# class of things', undefined],
  ['value = other(1)', undefined],
  ['', undefined],
])('reads the name that %j defines: %s', (line, name) => {
  const lists = createWordLists();
  const bytes = Buffer.from(line);
  lists.push(bytes, 0, bytes.length);
  expect(lists.definedName(0)).toBe(name === undefined ? 0 : computeWordCode(name));
});

test('a line defines a new name only if the other line does not contain it', () => {
  const [before, after] = [createWordLists(), createWordLists()];
  for (const line of ['def show(cache):', 'size = 1']) before.push(Buffer.from(line), 0, line.length);
  for (const line of ['def show_all(cache):', 'def show(cache, all):', 'const size = 1'])
    after.push(Buffer.from(line), 0, line.length);
  expect([0, 1].map((line) => after.definesNewName(line, before, 0))).toEqual([true, false]);
  expect(after.definesNewName(2, before, 1)).toBe(false);
});
