/** Following a word goes to its one definition, offers several, and at the definition asks who refers to it. */
import { expect, test } from 'vitest';
import { nextStep, type Definition } from '../../web/src/lib/features/references/next-step.ts';

const definition = (path: string, nameLine: number): Definition => ({
  id: `${path}.${nameLine}`,
  kind: 'function',
  name: 'cut',
  symbol: 'Store.cut',
  path,
  language: 'python',
  role: 'source',
  startLine: nameLine,
  endLine: nameLine + 3,
  nameLine,
  signature: '',
  documentation: '',
  exported: true,
  complexity: 1,
  rank: 0,
  tier: 'resolved',
});
const at = { path: 'a.py', line: 7, name: 'cut' };
const [here, there] = [definition('a.py', 7), definition('b.py', 2)];

test('one definition is gone to, whatever it is wanted for', () => {
  expect(nextStep([there], at, 'definition')).toEqual({
    kind: 'take',
    definition: there,
    purpose: 'definition',
  });
  expect(nextStep([there], at, 'references')).toMatchObject({ kind: 'take', purpose: 'references' });
});

test('at its definition already, one wants to know what refers to it', () => {
  expect(nextStep([here, there], at, 'definition')).toMatchObject({
    kind: 'take',
    definition: here,
    purpose: 'references',
  });
});

test('several are offered, none is said', () => {
  expect(nextStep([there, definition('c.py', 1)], at, 'definition')).toMatchObject({ kind: 'definitions' });
  expect(nextStep([], at, 'definition')).toEqual({
    kind: 'said',
    said: 'Nothing tells where cut is defined.',
  });
});
