/** Names, words and sentences of another repository, from which fabricated claims are made. */

import type { ClaimMaterial } from './claim-case.ts';
import { lowercaseFirst } from './reword-sentence.ts';

/** Puts a claim into a list. The list is empty if the claim could not be made. */
export function toList(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

export const findLongWords = (text: string): readonly string[] => text.match(/[A-Za-z]{5,}/g) ?? [];

/** Picks a name of another repository that does not occur in the file. */
export function pickUnrelatedName({ definition, unrelated, pick }: ClaimMaterial): string | undefined {
  return pick(
    [...unrelated.calls, unrelated.name].filter(
      (name) => name.length > 5 && !definition.file.text.includes(name),
    ),
  );
}

/** Picks a word of another repository's comments that does not occur in the cited lines. */
export function pickUnrelatedWord({
  definition,
  unrelated,
  pick,
  isDistinctive,
}: ClaimMaterial): string | undefined {
  const citedText = definition.text.toLowerCase();
  return pick(
    unrelated.sentences
      .flatMap((sentence) => findLongWords(sentence).slice(1))
      .filter(
        (word) =>
          word.length > 5 && isDistinctive(word) && !citedText.includes(word.toLowerCase().slice(0, 5)),
      ),
  );
}

/** Picks a sentence of another repository that begins with a verb. Its first letter becomes lowercase. */
export function pickUnrelatedAction({ definition, unrelated, pick }: ClaimMaterial): string | undefined {
  const action = pick(
    unrelated.sentences.filter((sentence) => /^[A-Z][a-z]+s\s(?:the|a|an|all|its|whether)\s/.test(sentence)),
  );
  if (action === undefined || definition.text.includes(findLongWords(action)[1] ?? '')) return undefined;
  return lowercaseFirst(action);
}
