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
  ['Hello, tell me about lanterns', 'tell me about lanterns'],
  ['Hi! Show me the tide table', 'Show me the tide table'],
  ['Thanks, now list the harbors', 'now list the harbors'],
  ['Thanks! Tell me more about lanterns', 'Tell me more about lanterns'],
  ['Hi there! Please show where ropes are tied.', 'Please show where ropes are tied.'],
  ['Hi, may I ask how ropes are stored', 'may I ask how ropes are stored'],
  ['Hi there, I need help with the crane', 'I need help with the crane'],
  ['Hi! How does this project handle storms?', 'How does this project handle storms?'],
  [
    'Hi, how does the crane lift a crate and where does it put it?',
    'how does the crane lift a crate and where does it put it?',
  ],
])('drops the greeting of %j', (text, expected) =>
  expect(dropGreeting(text, { isFollowUp: false })).toBe(expected),
);

it.each([
  ['Thanks! Where is it called?', 'Where is it called?'],
  ['Ok, and who calls it?', 'and who calls it?'],
])('drops the greeting of %j if an earlier turn is the subject of "it"', (text, expected) => {
  expect(dropGreeting(text, { isFollowUp: true })).toBe(expected);
  expect(dropGreeting(text, { isFollowUp: false })).toBe(text);
});

it.each([
  'Perfect hash, where is it built?',
  'Good morning message, where is it sent?',
  'Hello handler, what does it do?',
  'Hello route. Where is it tested?',
  'Thanks page, where is it rendered?',
  'Nice values, where are they set?',
  'I have questions, how is it called?',
  'You are wrong. Where is it called?',
  'Hello World, how is it printed?',
  'Is it good? Where is the score computed?',
])('keeps the subject of %j', (text) => {
  for (const isFollowUp of [false, true]) expect(dropGreeting(text, { isFollowUp })).toBe(text);
});

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
])('keeps %j', (text) => expect(dropGreeting(text, { isFollowUp: false })).toBe(text));
