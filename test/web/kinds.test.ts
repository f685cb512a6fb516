/** Every kind is told by more than its colour: no two kinds of one tone have the same letter. */
import { expect, test } from 'vitest';
import { complexityLook } from '../../web/src/lib/features/graph/complexity.ts';
import { lookOf } from '../../web/src/lib/features/graph/kinds.ts';

const kinds = [
  'file',
  'package',
  'class',
  'component',
  'constant',
  'enum',
  'function',
  'interface',
  'macro',
  'method',
  'module',
  'property',
  'struct',
  'trait',
  'type',
  'variable',
];

test('each has a letter of its own', () => {
  expect(new Set(kinds.map((kind) => lookOf(kind).letter)).size).toBe(kinds.length);
});

test('one unknown here goes by its own name', () => {
  expect(lookOf('mixin')).toMatchObject({ label: 'mixin', tone: 'value' });
});

test.each([
  [1, 'low', 'Complexity 1'],
  [10, 'low', 'Complexity 10'],
  [11, 'raised', 'Complexity 11, above 10'],
  [21, 'high', 'Complexity 21, above 20'],
])('a complexity of %i is %s', (complexity, level, label) => {
  expect(complexityLook(complexity)).toEqual({ level, label });
});
