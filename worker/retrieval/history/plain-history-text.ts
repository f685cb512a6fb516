/** Prepares a history question for reading: typos of its usual words are corrected, and quoted code is hidden, since its words mean nothing here. */

import { listTypos } from '../question-class/correct-question-words.ts';

const historyWords =
  `added change changed changes changing commit commits committed created edited edits first implemented introduced introduction latest
   modified original originally recent recently removed renamed touched updated when written`.split(/\s+/);
/** Words that are one typo away from a history word. */
const validWords: ReadonlySet<string> = new Set(
  `fist edit edite add ad adder introduce commit create modifie remove rename touche update change hanged hanging hanges written origin wen hen whe`.split(
    /\s+/,
  ),
);
const corrections: ReadonlyMap<string, string> = new Map(
  historyWords.flatMap((word) =>
    listTypos(word)
      .filter((typo) => !validWords.has(typo) && !historyWords.includes(typo))
      .map((typo) => [typo, word] as const),
  ),
);

/** The question without code in quotation marks, backticks and calls, and without typos of its usual words. */
export function plainHistoryText(text: string): string {
  return text
    .replace(/`[^`\n]+`/g, '`code`')
    .replace(/"[^"\n]{12,}"/g, '"code"')
    .replace(/(\w)\([^()\n]+\)/g, '$1()')
    .replace(/[A-Za-z]+/g, (word) => corrections.get(word) ?? word);
}
