/** Checks "before" and "after" against the order of lines within one cited function. */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { stem, extractTerms } from '../../../core/text/terms.ts';
import { significantWords } from './check-vocabulary.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { isGenericWord } from './vocabulary.ts';

const definition =
  /^\s*(?:(?:export|default|async|pub|static|public|private|protected|final|abstract|override)(?:\([^)]*\))?\s+)*(?:function|def|fn|func|class|interface|struct|impl)\b/;
const noCode = /^\s*(?:\/\/|\/\*|\*|#|--\s|"""|'''|import\b|use\b|from\b)|^\s*[{}()[\];]*\s*$/;
const maxLines = 1_000;

type LineTerms = readonly ReadonlySet<string>[];
const cache = new WeakMap<CitedText, readonly LineTerms[]>();

/** @param text the claim without citations and quotations */
export function checkSequence(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return text.split(/[.!?;](?=\s|$)|\n/).flatMap((sentence): readonly ClaimCheck[] => {
    const [, firstPart = '', word = '', secondPart = ''] =
      /^(.{3,300}?)\s(before|after)\s(?!(?:that|which|all)\b)(.{3,300})$/i.exec(sentence) ?? [];
    if (word === '' || /\b(?:not|never)\b|n['’]t\b/i.test(sentence)) return [];
    const [a, b] = [findWords(firstPart), findWords(secondPart)];
    const earlier = word.toLowerCase() === 'before' ? removeWords(a, b) : removeWords(b, a);
    const later = word.toLowerCase() === 'before' ? removeWords(b, a) : removeWords(a, b);
    if (earlier.length === 0 || later.length === 0) return [];
    const orders = cited.flatMap(splitFunctions).flatMap((lines) => findOrder(lines, earlier, later) ?? []);
    const best = Math.max(0, ...orders.map(({ coverage }) => coverage));
    const closest = orders.filter(({ coverage }) => coverage === best);
    if (closest.length === 0 || closest.some(({ isReversed }) => !isReversed)) return [];
    return [{ check: 'order', passed: false, detail: 'The cited lines have the opposite order.' }];
  });
}

function findWords(text: string): readonly string[] {
  return [
    ...new Set([
      ...significantWords(text.replaceAll(/`[^`]*`/g, ' ')).filter((word) => !isGenericWord(word)),
      ...[...text.matchAll(/`([^`\n]{1,120})`/g)].map(([, name = '']) =>
        name.replace(/\(\)$/, '').toLowerCase(),
      ),
    ]),
  ].filter((word) => word.length > 2);
}

function removeWords(words: readonly string[], others: readonly string[]): readonly string[] {
  const stems = new Set(others.map(stem));
  return words.filter((word) => !stems.has(stem(word)));
}

function splitFunctions(cited: CitedText): readonly LineTerms[] {
  const found = cache.get(cited);
  if (found !== undefined) return found;
  const functions: ReadonlySet<string>[][] = [[]];
  for (const line of cited.text.split('\n').slice(0, maxLines))
    if (definition.test(line)) functions.push([]);
    else if (!noCode.test(line))
      functions
        .at(-1)
        ?.push(new Set([...extractTerms(line), ...(line.toLowerCase().match(/[\w$]+/g) ?? [])]));
  cache.set(cited, functions);
  return functions;
}

interface Order {
  /** The sum of both sides' word coverage in the compared lines. */
  readonly coverage: number;
  readonly isReversed: boolean;
}

function findOrder(
  lines: LineTerms,
  earlier: readonly string[],
  later: readonly string[],
): Order | undefined {
  const [a, b] = [findBestLines(lines, earlier), findBestLines(lines, later)];
  if (a.coverage < 0.5 || b.coverage < 0.5) return undefined;
  const isReversed = Math.min(...a.indexes) > Math.max(...b.indexes);
  return { coverage: a.coverage + b.coverage, isReversed };
}

function findBestLines(
  lines: LineTerms,
  words: readonly string[],
): { readonly coverage: number; readonly indexes: readonly number[] } {
  let [coverage, indexes]: [number, number[]] = [0, []];
  for (const [at, terms] of lines.entries()) {
    let sum = 0;
    for (const word of words) sum += terms.has(word) ? 1 : terms.has(stem(word)) ? 0.8 : 0;
    const fraction = sum / words.length;
    if (fraction > coverage) [coverage, indexes] = [fraction, [at]];
    else if (fraction === coverage && fraction > 0) indexes.push(at);
  }
  return { coverage, indexes };
}
