/** Guesses the question's languages from its script. Latin script is treated as English. */

const languagesByScript: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja']],
  [/\p{Script=Hangul}/u, ['ko']],
  [/\p{Script=Han}/u, ['zh', 'ja']],
  [/[іїєґ]/iu, ['uk']],
  [/\p{Script=Cyrillic}/u, ['ru', 'uk', 'bg', 'sr']],
  [/\p{Script=Arabic}/u, ['fa', 'ar', 'ur']],
  [/\p{Script=Hebrew}/u, ['he']],
  [/\p{Script=Greek}/u, ['el']],
  [/\p{Script=Devanagari}/u, ['hi']],
  [/\p{Script=Bengali}/u, ['bn']],
  [/\p{Script=Thai}/u, ['th']],
];

/** Returns ISO 639-1 codes, most likely first, or `en` if no other script matches. */
export function detectLanguages(text: string): readonly string[] {
  return languagesByScript.find(([script]) => script.test(text))?.[1] ?? ['en'];
}
