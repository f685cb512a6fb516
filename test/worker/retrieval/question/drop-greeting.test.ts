/** A greeting before a question is no part of the search. */
import { expect, it } from 'vitest';
import { dropGreeting } from '../../../../worker/retrieval/question/drop-greeting.ts';

it.each([
  ['Thanks! Where are the chunks of a file joined?', 'Where are the chunks of a file joined?'],
  ['Hello, how is a lantern lit?', 'how is a lantern lit?'],
  ['Good morning! Why does `dock.load` wait?', 'Why does `dock.load` wait?'],
  ['Great, thanks. Who calls `unload`?', 'Who calls `unload`?'],
  ['Hello there\n\nWhat does the tide table contain?', 'What does the tide table contain?'],
  ['Thank you very much - which file reads tides.json?', 'which file reads tides.json?'],
])('drops the greeting of %j', (text, expected) => expect(dropGreeting(text)).toBe(expected));

it.each([
  'Where are the chunks of a file joined?',
  'In the harbor, how is a lantern lit?',
  'When a ship is late, what does the dock do?',
  'Thanks!',
  'Thanks! The harbor is fast.',
  'Why `hello, world`? What prints it?',
  '`hello`. Where is it printed?',
  'The lanterns of the harbor are lit, why?',
  'One lantern broke - how are the others lit?',
  'tide tables, how are they read?',
  '',
])('keeps %j', (text) => expect(dropGreeting(text)).toBe(text));
