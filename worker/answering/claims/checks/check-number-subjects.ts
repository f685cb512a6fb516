/**
 * Checks that a number belongs to the subject that the claim names. A claim fails if the cited lines state another
 * number for that subject.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isStopWord, stem } from '../../../core/text/terms.ts';
import { isNumberWord, parseNumbers } from './parse-numbers.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { isGenericWord } from './vocabulary.ts';

interface NumberedStatement {
  readonly terms: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** The stem of the name to which the line assigns a number. */
  readonly assigns: string | undefined;
}

const cache = new WeakMap<CitedText, readonly NumberedStatement[]>();

/** @param text the claim without citations, quotations and line numbers */
export function checkNumberSubjects(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  const sentences = text.split(/[.!?;](?=\s|$)|\n/).filter(containsNumber);
  if (sentences.length === 0) return [];
  const statements = cited.flatMap(findNumberedStatements);
  return sentences.flatMap((sentence) => {
    const bare = sentence.replaceAll('`', ' ');
    const words = [
      ...(bare.toLowerCase().match(wholeWord) ?? []).filter(isSignificant),
      ...findNames(sentence),
    ];
    const forms = [...new Set(words.map(stem))];
    return parseNumbers(bare).flatMap(({ text: numberText, value }): readonly ClaimCheck[] => {
      let [ownOverlap, otherOverlap] = [-1, 0];
      for (const { terms, values } of statements) {
        const overlap = forms.filter((word) => terms.has(word)).length;
        if (values.has(value)) ownOverlap = Math.max(ownOverlap, overlap);
        else otherOverlap = Math.max(otherOverlap, overlap);
      }
      const isAssigned =
        ownOverlap === 0 &&
        statements.some(({ assigns }) => assigns !== undefined && forms.includes(assigns));
      if (ownOverlap < 0 || otherOverlap <= ownOverlap || (otherOverlap < 2 && !isAssigned)) return [];
      return [
        {
          check: 'number',
          passed: false,
          detail: `The cited lines give ${numberText.trim()} to something else.`,
        },
      ];
    });
  });
}

function findAssignedName(text: string): string | undefined {
  const name = /([A-Za-z_$][\w$]*)\s*(?::\s*\w+\s*)?:?=\s*\d/.exec(text.slice(0, 400))?.[1];
  return name === undefined ? undefined : stem(name.toLowerCase());
}

const wholeWord = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

function isSignificant(word: string): boolean {
  return word.length > 3 && !isStopWord(word) && !isGenericWord(word) && !isNumberWord(word);
}

function findNames(text: string): readonly string[] {
  return [...text.matchAll(/`([A-Za-z_$][\w$]*)(?:\(\))?`/g)].map(([, name = '']) => name.toLowerCase());
}

function containsNumber(text: string): boolean {
  return /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)\b/i.test(text);
}

function findNumberedStatements(cited: CitedText): readonly NumberedStatement[] {
  const found = cache.get(cited);
  if (found !== undefined) return found;
  const lines = cited.statements().flatMap(({ text, isProse }) => (isProse ? [] : [text]));
  const statements = [...lines, ...cited.sentences()]
    .filter(containsNumber)
    .map((text): NumberedStatement => ({
      terms: new Set((text.toLowerCase().match(wholeWord) ?? []).flatMap((word) => [word, stem(word)])),
      values: new Set([
        ...parseNumbers(text).map(({ value }) => value),
        ...(text.match(/\d+(?:\.\d+)*/g) ?? []),
      ]),
      assigns: findAssignedName(text),
    }));
  cache.set(cited, statements);
  return statements;
}
