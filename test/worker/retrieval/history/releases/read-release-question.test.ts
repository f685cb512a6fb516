import { expect, it } from 'vitest';
import { readReleaseQuestion } from '../../../../../worker/retrieval/history/releases/read-release-question.ts';

it.each([
  ['What changed in v1.2?', 'v1.2'],
  ["What's new in version 0.115.0?", '0.115.0'],
  ['what was fixed with release 2.0.1 of the router', '2.0.1'],
  ['Show the release notes for 3.1', '3.1'],
  ['What did 2.0 change?', '2.0'],
  ['What changed between v1.0 and v1.2?', undefined],
  ['What changed in the parser since v1.2?', undefined],
  ['How does the parser work in v1.2?', undefined],
  ['What is new in Pool?', undefined],
])('%s asks about %s', (text, version) => {
  expect(readReleaseQuestion(text)).toBe(version);
});
