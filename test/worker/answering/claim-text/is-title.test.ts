/** `isTitle` accepts only headings that state nothing. */
import { expect, it } from 'vitest';
import { isTitle } from '../../../../worker/answering/claim-text/is-title.ts';

it.each([
  'Overview',
  'How chunks are joined',
  'How it works',
  'Where it goes',
  '1. Parsing',
  '**Key points**',
  'Key Components',
  'Error handling:',
  'What does it do?',
  'Examples of use ##',
  '',
])('recognizes %j as a title', (words) => {
  expect(isTitle(`### ${words}`)).toBe(true);
});

it.each([
  'The library is certified ISO 9001 and used by NASA.',
  'This library is certified',
  'It works',
  'Fully certified',
  'Trusted by NASA',
  'NASA',
  'Thread safe',
  'Yes',
  'Used by Google',
  'Google Uses This Library',
  'Retries three times by default',
  'Version 2',
  'Calls `run`',
  'Reads retry_count',
  'See “Keep sessions”',
  'Why it never fails',
  'How NASA uses it',
  'Overview: it is secure',
  'Does not retry',
  'Was ist das?',
  'Überblick',
])('recognizes %j as a statement', (words) => {
  expect(isTitle(`### ${words}`)).toBe(false);
});
