import { expect, it } from 'vitest';
import { findChangedDefinitions } from './changed-definitions.ts';
import type { Definition } from './changed-definitions.ts';

const definition = (name: string, kind: string, startLine: number, endLine: number): Definition => ({
  id: name,
  name,
  qualifiedName: name,
  kind,
  path: 'a.py',
  startLine,
  endLine,
  nameLine: startLine,
  signature: '',
  documentation: '',
  exported: true,
  complexity: 1,
});
const definitions = [
  definition('Reader', 'class', 1, 30),
  definition('limit', 'property', 2, 2),
  definition('read', 'method', 5, 15),
  definition('step', 'function', 8, 10),
  definition('close', 'method', 16, 20),
];

it.each([
  ['a line of a function in a method', { first: 9, last: 9, isGap: false }, ['read', 'step']],
  ['a line of the class alone', { first: 25, last: 25, isGap: false }, ['Reader']],
  ['a property', { first: 2, last: 2, isGap: false }, ['limit']],
  ['a gap between two methods', { first: 15, last: 16, isGap: true }, ['Reader']],
  ['a gap in a method', { first: 12, last: 13, isGap: true }, ['read']],
  ['a range outside every definition', { first: 40, last: 41, isGap: false }, []],
  ['a region that is too large', { first: 1, last: 100, isGap: false }, []],
])('finds the definitions that %s touches', (_, range, names) => {
  expect(findChangedDefinitions(definitions, [range]).map(({ name }) => name)).toEqual(names);
});
