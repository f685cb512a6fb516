/** What the preferences offer, as values and labels. */
import type { Preferences } from '../../../api.ts';

type Choices<Value extends string> = readonly (readonly [value: Value, label: string])[];

export const themeChoices: Choices<Preferences['theme']> = [
  ['system', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];
export const sourceChoices: Choices<Preferences['source']> = [
  ['indexed', 'From the index'],
  ['live', 'From files fetched for the question'],
];
export const styleChoices: Choices<Preferences['answerStyle']> = [
  ['full', 'Full'],
  ['brief', 'Brief'],
];
/** The empty value is the language of the question. */
export const languageChoices: Choices<string> = [
  ['', 'The language of the question'],
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['hi', 'हिन्दी'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['pt', 'Português'],
  ['ru', 'Русский'],
  ['tr', 'Türkçe'],
  ['uk', 'Українська'],
  ['zh', '中文'],
];

/** The chosen value, or the first if the text is none of them. */
export function readChoice<Value extends string>(choices: Choices<Value>, text: string): Value | undefined {
  return (choices.find(([value]) => value === text) ?? choices[0])?.[0];
}
