/** Guesses the question's languages from its script. Latin script counts as English. */

const ofScript: readonly (readonly [RegExp, readonly string[]])[] = [
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

/** ISO 639-1, the likeliest first; `en` where nothing tells. */
export function detectLanguages(text: string): readonly string[] {
  return ofScript.find(([script]) => script.test(text))?.[1] ?? ['en'];
}
