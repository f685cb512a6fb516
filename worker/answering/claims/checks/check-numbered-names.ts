/**
 * Checks names that end in a number, such as `SHA-256`, `int64` and `TLS1.3`: another number is another thing.
 * Separators and case are ignored.
 */

import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../../core/answers/evidence.ts';
import type { ClaimCheck } from '../../../core/answers/claim.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';

/** Letters and then digits, as one or parted by a hyphen; a version's `v` is no name. */
const said = /(?<![\p{L}\p{N}_.#-])(?!v\d)(\p{L}{1,40})-?(\d{1,15}(?:\.\d{1,9})*)/giu;
/** Parted by a blank it is one where the letters are those of an abbreviation: `TLS 1.3`. */
const abbreviated = /(?<![\p{L}\p{N}_.#-])([A-Z]{2,10}) (\d{1,15}(?:\.\d{1,9})*)/gu;
const there = /(\p{L}{1,60})[^\p{L}\p{N}\n]{0,4}(\d{1,15}(?:\.\d{1,9})*)/gu;

interface NumberedName {
  readonly letters: string;
  readonly number: string;
}

const known = new WeakMap<CitedText, readonly NumberedName[]>();

/** @param prose names with marks of their own taken out */
export function checkNumberedNames(
  prose: string,
  texts: readonly CitedText[],
  cited: readonly AnyEvidence[],
): readonly ClaimCheck[] {
  const names = [...prose.matchAll(said)];
  const short = [...prose.matchAll(abbreviated)];
  if (names.length + short.length === 0) return [];
  const held = [...texts.flatMap(namesOf), ...cited.flatMap((one) => namesIn(pathOf(one)))];
  return [
    ...names.map((match) =>
      told(
        match,
        held.some((one) => isSame(one, match)),
      ),
    ),
    ...short.flatMap((match) => {
      const alike = held.filter((one) => isCalled(one.letters, match[1] ?? ''));
      return alike.length === 0
        ? []
        : [
            told(
              match,
              alike.some((one) => isSame(one, match)),
            ),
          ];
    }),
  ];
}

function told([name]: RegExpExecArray, passed: boolean): ClaimCheck {
  return { check: 'number', passed, detail: `${name} is ${passed ? '' : 'not '}in the cited lines.` };
}

function namesOf(cited: CitedText): readonly NumberedName[] {
  const found = known.get(cited) ?? namesIn(cited.text);
  known.set(cited, found);
  return found;
}

function namesIn(text: string): readonly NumberedName[] {
  return Array.from(text.matchAll(there), ([, letters = '', number = '']) => ({ letters, number }));
}

function pathOf(one: AnyEvidence): string {
  return isSpanEvidence(one) || isAttachmentEvidence(one) ? one.path : '';
}

/** `3` of `3.11` is said of it too. */
function isSame({ letters, number }: NumberedName, [, name = '', value = '']: RegExpExecArray): boolean {
  return isCalled(letters, name) && (number === value || number.startsWith(`${value}.`));
}

/** Whole, or as the last word of a name: `createSha`. */
function isCalled(letters: string, name: string): boolean {
  const own = letters.slice(-name.length);
  if (own.toLowerCase() !== name.toLowerCase()) return false;
  return letters.length === name.length || /^\p{Lu}/u.test(own);
}
