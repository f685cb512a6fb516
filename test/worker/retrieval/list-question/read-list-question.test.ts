/** Exhaustive questions are read in any word order; a question that asks for anything else is not. */
import { describe, expect, it } from 'vitest';
import { readListQuestion } from '../../../../worker/retrieval/list-question/read-list-question.ts';

const read = (text: string) => {
  const reading = readListQuestion(text);
  return reading === undefined
    ? undefined
    : { ...reading.query, ...(reading.folder === undefined ? {} : { folder: reading.folder }) };
};

describe('raises', () => {
  it.each([
    'In which places do we raise PaymentDeclined?',
    'PaymentDeclined, every spot where it is thrown please',
    'count how often PaymentDeclined gets raised',
    'can you show me all the code that throws `PaymentDeclined`?',
    'whihc lines throw PaymentDeclined',
  ])('%s', (text) => expect(read(text)).toEqual({ list: 'raises', name: 'PaymentDeclined' }));

  it('of any error, in tests or in a folder', () => {
    expect(read('How many throw statements are there?')).toEqual({ list: 'raises' });
    expect(read('where is PaymentDeclined raised in tests?')).toEqual({
      list: 'raises',
      name: 'PaymentDeclined',
      only: 'tests',
    });
    expect(read('every place under src/billing that raises PaymentDeclined')).toEqual({
      list: 'raises',
      name: 'PaymentDeclined',
      folder: 'src/billing',
    });
  });
});

it.each([
  ['how many times does "not implemented" occur?', { list: 'occurrences', name: 'not implemented' }],
  ['all mentions of LEGACY_FLAG', { list: 'occurrences', name: 'LEGACY_FLAG' }],
  ['Where does `max_depth` appear?', { list: 'occurrences', name: 'max_depth' }],
  ['all classes annotated with @Entity', { list: 'definitions', kinds: ['class'], decorator: 'Entity' }],
  ['which enums derive Hash?', { list: 'definitions', kinds: ['enum'], decorator: 'Hash' }],
  [
    'give me every dataclass in app/models',
    { list: 'definitions', decorator: 'dataclass', folder: 'app/models' },
  ],
  ['list the abstract classes', { list: 'definitions', kinds: ['class'], modifiers: ['abstract'] }],
  ['number of traits', { list: 'definitions', kinds: ['trait'] }],
  ['show all yaml files in the deploy folder', { list: 'files', languages: ['yaml'], folder: 'deploy' }],
  ['each file named conftest.py', { list: 'files', paths: ['**/conftest.py'] }],
  ['find every *.spec.ts', { list: 'files', paths: ['**/*.spec.ts'] }],
  ['what implements Codec', { list: 'implementations', name: 'Codec' }],
])('reads %s', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  'Why is PaymentDeclined raised?',
  'How does the client raise PaymentDeclined after a timeout?',
  'Where is PaymentDeclined raised when the card has expired?',
  'What does `charge` throw?',
  'which exceptions does Gateway.charge raise',
  'Where is the retry limit defined?',
  'all the steps from a request to its response',
  'If every handler throws, which error do I see?',
  'Is PaymentDeclined never raised?',
  'list every function',
  'Which files are read at startup?',
  'show me the file that parses dates',
  'PaymentDeclined',
])('does not read %s', (text) => expect(read(text)).toBeUndefined());
