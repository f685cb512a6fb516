/** Kinds of nodes are distinguishable without color, because each has its own letter. */
import { expect, test } from 'vitest';
import {
  describeComplexity,
  describeKind,
} from '../../../../web/src/lib/features/graph/data/describe-node.ts';

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

test('uses a different letter for each kind', () => {
  expect(new Set(kinds.map((kind) => describeKind(kind).letter)).size).toBe(kinds.length);
});

test('shows an unknown kind by its own name', () => {
  expect(describeKind('mixin')).toMatchObject({ label: 'mixin', tone: 'value' });
});

test.each([
  [1, 'low', 'Complexity 1'],
  [10, 'low', 'Complexity 10'],
  [11, 'raised', 'Complexity 11, above 10'],
  [21, 'high', 'Complexity 21, above 20'],
])('rates a complexity of %i as %s', (complexity, level, label) => {
  expect(describeComplexity(complexity)).toEqual({ level, label });
});
