/** Following a word opens its only definition, offers several, and shows the references at the definition itself. */
import { expect, test } from 'vitest';
import {
  chooseNavigation,
  type Definition,
} from '../../../web/src/lib/features/references/choose-navigation.ts';

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

test('takes the only definition for either purpose', () => {
  expect(chooseNavigation([there], at, 'definition')).toEqual({
    kind: 'take',
    definition: there,
    purpose: 'definition',
  });
  expect(chooseNavigation([there], at, 'references')).toMatchObject({ kind: 'take', purpose: 'references' });
});

test('shows the references when the word is the definition', () => {
  expect(chooseNavigation([here, there], at, 'definition')).toMatchObject({
    kind: 'take',
    definition: here,
    purpose: 'references',
  });
});

test('offers several definitions, and shows a message for none', () => {
  expect(chooseNavigation([there, definition('c.py', 1)], at, 'definition')).toMatchObject({
    kind: 'definitions',
  });
  expect(chooseNavigation([], at, 'definition')).toEqual({
    kind: 'message',
    message: 'No definition of cut was found.',
  });
});
