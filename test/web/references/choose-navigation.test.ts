/** Following a word opens its only definition, offers several definitions, or shows the references if the word is the definition. */
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
const word = { path: 'a.py', line: 7, name: 'cut' };
const [ownDefinition, otherDefinition] = [definition('a.py', 7), definition('b.py', 2)];

test('opens the only definition or its references, as requested', () => {
  expect(chooseNavigation([otherDefinition], word, 'definition')).toEqual({
    kind: 'open',
    definition: otherDefinition,
    purpose: 'definition',
  });
  expect(chooseNavigation([otherDefinition], word, 'references')).toMatchObject({
    kind: 'open',
    purpose: 'references',
  });
});

test('shows the references when the word is the definition', () => {
  expect(chooseNavigation([ownDefinition, otherDefinition], word, 'definition')).toMatchObject({
    kind: 'open',
    definition: ownDefinition,
    purpose: 'references',
  });
});

test('offers several definitions, and shows a message if there is none', () => {
  expect(chooseNavigation([otherDefinition, definition('c.py', 1)], word, 'definition')).toMatchObject({
    kind: 'definitions',
  });
  expect(chooseNavigation([], word, 'definition')).toEqual({
    kind: 'message',
    message: 'No definition of cut was found.',
  });
});
