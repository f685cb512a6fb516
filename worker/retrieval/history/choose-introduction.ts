/**
 * Finds the commit that introduced a name, which the history of its present definition may not reach: the definition was rewritten, or other
 * lines contained the name before. The oldest certain sign counts.
 */

import type { LineRun } from '../../core/history/history.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { CommitRow } from '../../ports/history-store.ts';

const minNameParts = 2;
const minNameShare = 0.7;
const announcement =
  /\b(?:add(?:s|ed|ing)?|introduc\w+|implement\w*|support\w*|new|feat\w*|creat\w+|expos\w+|allow\w*|initial)\b/i;
const otherSubject = /^\W*(?:tests?|docs?|fix(?:es|ed)?|refactor|chore|style|ci|build|typo|revert)\b/i;

/** Whether a word can only be a name of code. */
export function isDistinctiveName(name: string): boolean {
  return /\p{Ll}\p{Lu}|_|\p{L}\p{N}|^\p{Lu}{2}/u.test(name);
}

/** Whether the subject contains nearly all words of the name: "Avoid return 503 after closing" for `return503OnClosing`. */
export function spellsName({ subject }: Pick<CommitRow, 'subject'>, name: string): boolean {
  const parts = new Set(
    (name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []).flatMap((part) =>
      extractTerms(part).slice(-1),
    ),
  );
  if (parts.size < minNameParts) return false;
  const words = new Set(extractTerms(subject));
  return [...parts].filter((part) => words.has(part)).length / parts.size >= minNameShare;
}

/** Returns every commit in the history of the lines, which may have contained the name already. */
export function listLineCommits(runs: readonly LineRun[]): ReadonlySet<string> {
  return new Set(runs.flatMap(({ history }) => history.flatMap(({ commit }) => commit ?? [])));
}

/** Returns the commits that certainly wrote a line as it is: those of lines that were never edited. */
export function findLineWriters(runs: readonly LineRun[]): ReadonlySet<string> {
  const writers = new Set<string>();
  for (const { history } of runs) {
    const first = history.at(-1);
    const wasEdited = history.slice(0, -1).some(({ step }) => step !== 'moved');
    if (first?.commit !== undefined && first.step === 'added' && !wasEdited) writers.add(first.commit);
  }
  return writers;
}

/**
 * Whether the subject of a commit says that it adds the name. A name that is also a plain word must be written as code, or beside its
 * owner.
 */
export function announcesName(
  { subject }: Pick<CommitRow, 'subject'>,
  { name, owner }: { readonly name: string; readonly owner: string | undefined },
): boolean {
  if (!announcement.test(subject) || otherSubject.test(subject)) return false;
  const escaped = name.replace(/[$]/g, String.raw`\$`);
  const whole = String.raw`(?<![\p{L}\p{N}_$])${escaped}(?![\p{L}\p{N}_$])`;
  if (isDistinctiveName(name)) return new RegExp(whole, 'u').test(subject);
  const asCode = new RegExp(String.raw`[.\x60]${escaped}(?![\p{L}\p{N}_$])`, 'u').test(subject);
  const besideOwner = owner !== undefined && subject.toLowerCase().includes(owner.toLowerCase());
  return asCode || (besideOwner && new RegExp(whole, 'u').test(subject));
}
