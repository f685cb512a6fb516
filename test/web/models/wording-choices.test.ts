/** The languages that the app offers are ones that the server accepts, and a chosen language is always listed. */
import { expect, test } from 'vitest';
import { readLanguage } from '../../../web/src/lib/features/models/read-options.ts';
import { languageChoices } from '../../../web/src/lib/features/models/wording-choices.ts';
import { findLanguageName, normalizeLanguage } from '../../../worker/core/answers/answer-style.ts';

const offered = languageChoices(undefined).flatMap(([tag]) => (tag === '' ? [] : [tag]));

test.each(offered)('the server accepts %s', (tag) => {
  expect(findLanguageName(tag)).toBeDefined();
  expect(normalizeLanguage(tag)).toBe(tag);
  expect(readLanguage(tag)).toBe(tag);
});

test('a chosen language that is not offered is listed last', () => {
  expect(languageChoices('de')).toEqual(languageChoices(undefined));
  expect(languageChoices('sv').at(-1)).toEqual(['sv', 'sv']);
});
