/**
 * Checks names that end in a number, such as `SHA-256`, `int64` and `TLS1.3`. The number must match the evidence.
 * Separators and case are ignored.
 */

import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../../core/answers/evidence.ts';
import type { ClaimCheck } from '../../../core/answers/claim.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';

/** Letters followed by digits, with or without a hyphen; the `v` of a version is not a name. */
const numberedName = /(?<![\p{L}\p{N}_.#-])(?!v\d)(\p{L}{1,40})-?(\d{1,15}(?:\.\d{1,9})*)/giu;
/** An abbreviation and a number separated by a space: `TLS 1.3`. */
const abbreviated = /(?<![\p{L}\p{N}_.#-])([A-Z]{2,10}) (\d{1,15}(?:\.\d{1,9})*)/gu;
const nameInText = /(\p{L}{1,60})[^\p{L}\p{N}\n]{0,4}(\d{1,15}(?:\.\d{1,9})*)/gu;

interface NumberedName {
  readonly word: string;
  readonly number: string;
}

const cache = new WeakMap<CitedText, readonly NumberedName[]>();

/** @param prose the claim without names in back-ticks */
export function checkNumberedNames(
  prose: string,
  texts: readonly CitedText[],
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const names = [...prose.matchAll(numberedName)];
  const abbreviations = [...prose.matchAll(abbreviated)];
  if (names.length + abbreviations.length === 0) return [];
  const evidenceNames = [
    ...texts.flatMap(findNames),
    ...cited.flatMap((evidence) => parseNames(evidencePath(evidence))),
  ];
  return [
    ...names.map((match) =>
      numberCheck(
        match,
        evidenceNames.some((candidate) => isSame(candidate, match)),
      ),
    ),
    ...abbreviations.flatMap((match) => {
      const sameWordNames = evidenceNames.filter((candidate) => isSameWord(candidate.word, match[1] ?? ''));
      return sameWordNames.length === 0
        ? []
        : [
            numberCheck(
              match,
              sameWordNames.some((candidate) => isSame(candidate, match)),
            ),
          ];
    }),
  ];
}

function numberCheck([name]: RegExpExecArray, passed: boolean): ClaimCheck {
  return { check: 'number', passed, detail: `${name} is ${passed ? '' : 'not '}in the cited lines.` };
}

function findNames(cited: CitedText): readonly NumberedName[] {
  const found = cache.get(cited) ?? parseNames(cited.text);
  cache.set(cited, found);
  return found;
}

function parseNames(text: string): readonly NumberedName[] {
  return Array.from(text.matchAll(nameInText), ([, word = '', number = '']) => ({ word, number }));
}

function evidencePath(evidence: AnyEvidence): string {
  return isSpanEvidence(evidence) || isAttachmentEvidence(evidence) ? evidence.path : '';
}

/** `3` also matches `3.11`. */
function isSame({ word, number }: NumberedName, [, name = '', value = '']: RegExpExecArray): boolean {
  return isSameWord(word, name) && (number === value || number.startsWith(`${value}.`));
}

/** Matches the whole name or its last word, as in `createSha`. */
function isSameWord(word: string, name: string): boolean {
  const own = word.slice(-name.length);
  if (own.toLowerCase() !== name.toLowerCase()) return false;
  return word.length === name.length || /^\p{Lu}/u.test(own);
}
