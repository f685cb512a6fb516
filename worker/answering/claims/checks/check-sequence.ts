/** Checks "before" and "after" against the order of lines within one cited function. */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { stem, extractTerms } from '../../../core/text/terms.ts';
import { significantWords } from './check-vocabulary.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { isGenericWord } from './vocabulary.ts';

const definition =
  /^\s*(?:(?:export|default|async|pub|static|public|private|protected|final|abstract|override)(?:\([^)]*\))?\s+)*(?:function|def|fn|func|class|interface|struct|impl)\b/;
const noCode = /^\s*(?:\/\/|\/\*|\*|#|--\s|"""|'''|import\b|use\b|from\b)|^\s*[{}()[\];]*\s*$/;
const mostLines = 1_000;

type Lines = readonly ReadonlySet<string>[];
const known = new WeakMap<CitedText, readonly Lines[]>();

/** @param text of the claim, citations and quotations taken out */
export function checkSequence(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return text.split(/[.!?;](?=\s|$)|\n/).flatMap((sentence): readonly ClaimCheck[] => {
    const [, one = '', word = '', two = ''] =
      /^(.{3,300}?)\s(before|after)\s(?!(?:that|which|all)\b)(.{3,300})$/i.exec(sentence) ?? [];
    if (word === '' || /\b(?:not|never)\b|n['’]t\b/i.test(sentence)) return [];
    const [a, b] = [wordsOf(one), wordsOf(two)];
    const earlier = word.toLowerCase() === 'before' ? without(a, b) : without(b, a);
    const later = word.toLowerCase() === 'before' ? without(b, a) : without(a, b);
    if (earlier.length === 0 || later.length === 0) return [];
    const orders = cited.flatMap(functionsOf).flatMap((lines) => orderOf(lines, earlier, later) ?? []);
    const best = Math.max(0, ...orders.map(({ held }) => held));
    const near = orders.filter(({ held }) => held === best);
    if (near.length === 0 || near.some(({ isTurned }) => !isTurned)) return [];
    return [{ check: 'order', passed: false, detail: 'The cited lines do it in the other order.' }];
  });
}

function wordsOf(text: string): readonly string[] {
  return [
    ...new Set([
      ...significantWords(text.replaceAll(/`[^`]*`/g, ' ')).filter((word) => !isGenericWord(word)),
      ...[...text.matchAll(/`([^`\n]{1,120})`/g)].map(([, name = '']) =>
        name.replace(/\(\)$/, '').toLowerCase(),
      ),
    ]),
  ].filter((word) => word.length > 2);
}

function without(words: readonly string[], others: readonly string[]): readonly string[] {
  const stems = new Set(others.map(stem));
  return words.filter((word) => !stems.has(stem(word)));
}

function functionsOf(cited: CitedText): readonly Lines[] {
  const found = known.get(cited);
  if (found !== undefined) return found;
  const functions: ReadonlySet<string>[][] = [[]];
  for (const line of cited.text.split('\n').slice(0, mostLines))
    if (definition.test(line)) functions.push([]);
    else if (!noCode.test(line))
      functions
        .at(-1)
        ?.push(new Set([...extractTerms(line), ...(line.toLowerCase().match(/[\w$]+/g) ?? [])]));
  known.set(cited, functions);
  return functions;
}

interface Order {
  /** Share of the words that the lines compared hold. */
  readonly held: number;
  readonly isTurned: boolean;
}

function orderOf(lines: Lines, earlier: readonly string[], later: readonly string[]): Order | undefined {
  const [a, b] = [bestLines(lines, earlier), bestLines(lines, later)];
  if (a.held < 0.5 || b.held < 0.5) return undefined;
  const isTurned = Math.min(...a.places) > Math.max(...b.places);
  return { held: a.held + b.held, isTurned };
}

function bestLines(
  lines: Lines,
  words: readonly string[],
): { readonly held: number; readonly places: readonly number[] } {
  let [held, places]: [number, number[]] = [0, []];
  for (const [at, terms] of lines.entries()) {
    let sum = 0;
    for (const word of words) sum += terms.has(word) ? 1 : terms.has(stem(word)) ? 0.8 : 0;
    const share = sum / words.length;
    if (share > held) [held, places] = [share, [at]];
    else if (share === held && share > 0) places.push(at);
  }
  return { held, places };
}
