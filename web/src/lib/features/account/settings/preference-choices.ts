/** What the preferences offer, as values and labels. */
import type { Preferences } from '../../../api.ts';

type Choices<Value extends string> = readonly (readonly [value: Value, label: string])[];

export const themeChoices: Choices<Preferences['theme']> = [
  ['system', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export const styleChoices: Choices<Preferences['answerStyle']> = [
  ['standard', 'Standard'],
  ['short', 'Short'],
  ['detailed', 'Detailed'],
];

export const sourceChoices: Choices<Preferences['source']> = [
  ['index', 'Ask the index'],
  ['live', 'Ask GitHub for the current state'],
];

/** The chosen value, or the first if the text is none of them. */
export function readChoice<Value extends string>(choices: Choices<Value>, text: string): Value | undefined {
  return (choices.find(([value]) => value === text) ?? choices[0])?.[0];
}
