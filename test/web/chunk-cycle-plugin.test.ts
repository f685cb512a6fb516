import { expect, it } from 'vitest';
import { findCycle } from '../../web/chunk-cycle-plugin.ts';

const cycleOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  findCycle(new Map(Object.entries(imports)));

it('finds chunks that import each other, also through others', () => {
  expect(cycleOf({ a: ['b'], b: ['c'], c: [] })).toBeUndefined();
  expect(cycleOf({ a: ['b', 'c'], b: ['c'], c: [] })).toBeUndefined();
  expect(cycleOf({ a: ['b'], b: ['c'], c: ['b'] })).toEqual(['b', 'c', 'b']);
  expect(cycleOf({ entry: ['x'], x: ['y'], y: ['z', 'outside'], z: ['x'] })).toEqual(['x', 'y', 'z', 'x']);
});
