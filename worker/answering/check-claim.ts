/**
 * One claim against what it cites: the ids are ours, the files hash to what was indexed, and every quotation, back-ticked name
 * and line number is in the spans cited. Words that stand elsewhere in the same file are a near miss: the citation is moved
 * there and the claim marked. Nothing is dropped.
 */

import type { ClaimCheck, ClaimState } from '../core/answer.ts';
import type { Evidence, SpanPosition } from '../core/evidence.ts';
import { isStopWord, termsOf } from '../core/terms.ts';
import { normalisedText } from './normalised-text.ts';
import type { ReadClaim } from './read-claims.ts';

export interface CheckedClaim {
  readonly state: Exclude<ClaimState, 'pending'>;
  readonly citations: readonly string[];
  readonly checks: readonly ClaimCheck[];
  /** Where the words are instead, for a claim that can be repaired; the caller issues evidence for it. */
  readonly repair: SpanPosition | undefined;
}

/** Share of a claim's words that must be in the span when it quotes and names nothing. */
const wordsShared = 0.5;

export function checkClaim(claim: ReadClaim, evidence: ReadonlyMap<string, Evidence>): CheckedClaim {
  const ids = claim.citations.filter((id) => id !== 'none');
  if (ids.length === 0) {
    return {
      state: 'uncited',
      citations: [],
      checks: [check('citation', false, 'It cites nothing.')],
      repair: undefined,
    };
  }
  const cited = ids.flatMap((id) => evidence.get(id) ?? []);
  const unknown = ids.filter((id) => !evidence.has(id));
  const broken = cited.filter((span) => !span.intact);
  const foundations = [
    check(
      'citation',
      unknown.length === 0,
      unknown.length === 0
        ? `${ids.join(', ')} issued for this question.`
        : `${unknown.join(', ')} was never issued.`,
    ),
    check(
      'hash',
      broken.length === 0,
      broken.length === 0
        ? 'The cited files hash to what was indexed.'
        : `${broken.map((span) => span.path).join(', ')} differs from what was indexed.`,
    ),
  ];
  const contents = contentChecks(claim.text, cited);
  const checks = [...foundations, ...contents];
  const base = { citations: cited.map((span) => span.id), checks };
  if (cited.length === 0 || broken.length > 0) return { ...base, state: 'unsupported', repair: undefined };
  const failed = contents.filter((one) => !one.passed);
  if (failed.length === 0)
    return { ...base, state: unknown.length === 0 ? 'verified' : 'partial', repair: undefined };
  const repair = unknown.length === 0 ? nearMiss(claim.text, cited) : undefined;
  const state = failed.length < contents.length ? 'partial' : 'unsupported';
  return { ...base, state, repair };
}

function contentChecks(text: string, cited: readonly Evidence[]): readonly ClaimCheck[] {
  const spoken = partsOf(text);
  const texts = cited.map((span) => normalisedText(span.text));
  const holds = (needle: string): boolean => texts.some((haystack) => haystack.includes(needle));
  const checks: ClaimCheck[] = [];
  for (const quote of spoken.quotes) {
    const passed = holds(normalisedText(quote));
    checks.push(
      check(
        'quote',
        passed,
        passed
          ? 'The quotation is in the cited lines, word for word.'
          : `“${shortened(quote)}” is not in the cited lines.`,
      ),
    );
  }
  for (const name of spoken.names) {
    const passed = holds(normalisedText(name)) || cited.some((span) => names(span, name));
    checks.push(
      check(
        'identifier',
        passed,
        passed
          ? `\`${shortened(name)}\` is in the cited lines.`
          : `\`${shortened(name)}\` is not in the cited lines.`,
      ),
    );
  }
  for (const lines of spoken.lines) {
    const passed = cited.some((span) => lines.startLine >= span.startLine && lines.endLine <= span.endLine);
    checks.push(
      check(
        'lines',
        passed,
        `Lines ${lines.startLine} to ${lines.endLine} are ${passed ? '' : 'not '}among those cited.`,
      ),
    );
  }
  if (spoken.quotes.length + spoken.names.length === 0) checks.push(checkWords(spoken.rest, texts));
  return checks;
}

/** A claim in words alone is held to the words of what it cites. */
function checkWords(text: string, texts: readonly string[]): ClaimCheck {
  const held = new Set(texts.flatMap((one) => termsOf(one)));
  const words = termsOf(text).filter((word) => !isStopWord(word));
  const shared = words.filter((word) => held.has(word)).length / Math.max(1, words.length);
  return check(
    'words',
    shared >= wordsShared,
    `${Math.round(shared * 100)} % of its words are in the cited lines.`,
  );
}

/** A path, a file name or a name the span belongs to may be said of a span without standing in it. */
function names(span: Evidence, name: string): boolean {
  if (
    span.path === name ||
    span.path.endsWith(`/${name}`) ||
    `${span.path}/`.startsWith(`${name.replace(/\/$/, '')}/`)
  )
    return true;
  const { symbol } = span;
  if (symbol === undefined || (symbol !== name && !symbol.endsWith(`.${name}`))) return false;
  return normalisedText(span.text).includes(symbol.split('.').at(-1) ?? symbol);
}

interface SpokenParts {
  readonly quotes: readonly string[];
  readonly names: readonly string[];
  readonly lines: readonly { readonly startLine: number; readonly endLine: number }[];
  readonly rest: string;
}

const quotePattern = /“([^”]{2,})”/g;
const codePattern = /(?:```[a-z]*\n([\s\S]*?)```|`([^`]+)`)/g;
const linesPattern = /\blines? (\d+)(?:(?:–|-| to )(\d+))?/gi;

function partsOf(text: string): SpokenParts {
  const bare = text.replace(/\[chunk:[^\]]*\]/g, '');
  const withoutQuotes = bare.replace(quotePattern, ' ');
  const prose = withoutQuotes.replace(codePattern, ' ');
  return {
    quotes: [...bare.matchAll(quotePattern)].map((match) => match[1] ?? ''),
    names: [...withoutQuotes.matchAll(codePattern)].map((match) => match[1] ?? match[2] ?? ''),
    lines: [...prose.matchAll(linesPattern)].map((match) => ({
      startLine: Number(match[1]),
      endLine: Number(match[2] ?? match[1]),
    })),
    rest: prose,
  };
}

/** Lines a near miss may span. */
const repairWindow = 40;

/** The closest lines of a cited file that hold every quotation and name of the claim. */
function nearMiss(text: string, cited: readonly Evidence[]): SpanPosition | undefined {
  const spoken = partsOf(text);
  for (const span of cited) {
    const needles = [...spoken.quotes, ...spoken.names.filter((name) => !names(span, name))].map(
      normalisedText,
    );
    if (needles.length === 0) continue;
    const length = Math.min(repairWindow, Math.max(1, span.endLine - span.startLine + 1));
    const starts = Array.from({ length: span.fileLines.length }, (_, index) => index).sort(
      (a, b) => Math.abs(a + 1 - span.startLine) - Math.abs(b + 1 - span.startLine),
    );
    const start = starts.find((from) => {
      const window = normalisedText(span.fileLines.slice(from, from + length).join(''));
      return needles.every((needle) => window.includes(needle));
    });
    if (start !== undefined)
      return {
        path: span.path,
        startLine: start + 1,
        endLine: Math.min(span.fileLines.length, start + length),
      };
  }
  return undefined;
}

function check(name: ClaimCheck['check'], passed: boolean, detail: string): ClaimCheck {
  return { check: name, passed, detail };
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
