/**
 * Checks that a number belongs to the thing the claim names: it fails if the cited lines give that thing another
 * number.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isStopWord, stem } from '../../../core/text/terms.ts';
import { isNumberWord, parseNumbers } from './check-numbers.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { isGenericWord } from './vocabulary.ts';

interface NumberedStatement {
  readonly terms: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  /** The name that is given a number, as its stem. */
  readonly assigns: string | undefined;
}

const known = new WeakMap<CitedText, readonly NumberedStatement[]>();

/** @param text of the claim, citations, quotations and lines said taken out */
export function checkNumberSubjects(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  const sentences = text.split(/[.!?;](?=\s|$)|\n/).filter(saysNumber);
  if (sentences.length === 0) return [];
  const statements = cited.flatMap(numberedIn);
  return sentences.flatMap((sentence) => {
    const bare = sentence.replaceAll('`', ' ');
    const words = [...(bare.toLowerCase().match(wholeWord) ?? []).filter(isTelling), ...namesIn(sentence)];
    const forms = [...new Set(words.map(stem))];
    return parseNumbers(bare).flatMap(({ text: said, value }): readonly ClaimCheck[] => {
      let [own, other] = [-1, 0];
      for (const { terms, values } of statements) {
        const held = forms.filter((word) => terms.has(word)).length;
        if (values.has(value)) own = Math.max(own, held);
        else other = Math.max(other, held);
      }
      const isAssigned =
        own === 0 && statements.some(({ assigns }) => assigns !== undefined && forms.includes(assigns));
      if (own < 0 || other <= own || (other < 2 && !isAssigned)) return [];
      return [{ check: 'number', passed: false, detail: `${said.trim()} is said there of something else.` }];
    });
  });
}

function assignedIn(text: string): string | undefined {
  const name = /([A-Za-z_$][\w$]*)\s*(?::\s*\w+\s*)?:?=\s*\d/.exec(text.slice(0, 400))?.[1];
  return name === undefined ? undefined : stem(name.toLowerCase());
}

const wholeWord = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

function isTelling(word: string): boolean {
  return word.length > 3 && !isStopWord(word) && !isGenericWord(word) && !isNumberWord(word);
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([A-Za-z_$][\w$]*)(?:\(\))?`/g)].map(([, name = '']) => name.toLowerCase());
}

function saysNumber(text: string): boolean {
  return /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)\b/i.test(text);
}

function numberedIn(cited: CitedText): readonly NumberedStatement[] {
  const found = known.get(cited);
  if (found !== undefined) return found;
  const lines = cited.statements().flatMap(({ text, isProse }) => (isProse ? [] : [text]));
  const statements = [...lines, ...cited.sentences()].filter(saysNumber).map((text): NumberedStatement => ({
    terms: new Set((text.toLowerCase().match(wholeWord) ?? []).flatMap((word) => [word, stem(word)])),
    values: new Set([
      ...parseNumbers(text).map(({ value }) => value),
      ...(text.match(/\d+(?:\.\d+)*/g) ?? []),
    ]),
    assigns: assignedIn(text),
  }));
  known.set(cited, statements);
  return statements;
}
