/** The styles and languages of an answer, as values and labels. An empty value means that a question states none. */

type Choices = readonly (readonly [value: string, label: string])[];

export const styleChoices: Choices = [
  ['', 'Standard'],
  ['short', 'Short'],
  ['detailed', 'Detailed'],
];

const languages: Choices = [
  ['', 'English (default)'],
  ['ar', 'العربية'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['hi', 'हिन्दी'],
  ['id', 'Bahasa Indonesia'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['nl', 'Nederlands'],
  ['pl', 'Polski'],
  ['pt-BR', 'Português (Brasil)'],
  ['tr', 'Türkçe'],
  ['uk', 'Українська'],
  ['zh-Hans', '简体中文'],
];

/** @param chosen a chosen language is always among the choices, such as one that was saved through the API */
export function languageChoices(chosen: string | undefined): Choices {
  const isListed = chosen === undefined || languages.some(([tag]) => tag === chosen);
  return isListed ? languages : [...languages, [chosen, chosen]];
}
