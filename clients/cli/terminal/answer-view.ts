/**
 * Prints a streamed answer: how the question was rewritten, the top sources when confidence is low, the text with numbered citations, the
 * sources, what was found, suggested questions, notes and coverage.
 */

import type { Evidence } from '../../../worker/contract/answers/evidence.ts';
import type { AnswerStreamPart, QuestionReading } from '../../../worker/contract/answers/stream.ts';
import { summarizeClaims } from '../../../worker/contract/client.ts';
import { describeCoverage, describeGeneration } from './answer-footer.ts';
import { createAnswerProse } from './answer-prose.ts';
import { describeSource, isSpan } from './describe-source.ts';
import type { Terminal } from './terminal.ts';

const lowConfidenceWarning = 'Low confidence: these lines may not answer the question.';
/** Top-ranked sources printed before a low-confidence answer by a model. */
const maxLeadingSources = 5;

export interface AnswerView {
  add(part: AnswerStreamPart): void;
  /** Prints everything still pending. `finished` states whether the stream ended with a finish event. */
  end(): { refused: boolean; finished: boolean };
}

export interface AnswerViewOptions {
  /** A line per sentence with what was looked up. */
  readonly details?: boolean;
  /** The text does not depend on the time. */
  readonly isPlain?: boolean;
  /** A low-confidence answer begins with the best sources. */
  readonly showsSources?: () => boolean;
}

type PartData<Type extends AnswerStreamPart['type']> =
  Extract<AnswerStreamPart, { type: Type }> extends {
    data: infer Data;
  }
    ? Data
    : never;

interface ReceivedFacts {
  reading?: QuestionReading;
  suggested: readonly string[];
  coverage?: PartData<'data-coverage'>;
  generation?: PartData<'data-generation'>;
  finish?: Extract<AnswerStreamPart, { type: 'finish' }>['messageMetadata'];
}

export function createAnswerView(
  terminal: Terminal,
  { details = false, isPlain = false, showsSources = () => false }: AnswerViewOptions = {},
): AnswerView {
  const evidence = new Map<string, Evidence>();
  const facts: ReceivedFacts = { suggested: [] };
  /** Whether a low-confidence warning is still to be printed. */
  let isWarningDue = false;
  const now = isPlain ? undefined : Date.now();
  const prose = createAnswerProse({
    terminal,
    details,
    isModelWritten: () => isModelWritten(facts),
    isKnown: (id) => evidence.has(id),
  });
  const addReading = (reading: QuestionReading): void => {
    facts.reading = reading;
    isWarningDue = reading.confidence === 'low' && reading.class !== 'too-broad';
    for (const line of describeReading(reading)) terminal.print(line);
  };
  const addSources = (sources: readonly Evidence[]): void => {
    for (const piece of sources) evidence.set(piece.id, piece);
    if (isWarningDue && evidence.size > 0)
      terminal.print(describeLowConfidence(showsSources() ? [...evidence.values()] : [], now));
    isWarningDue &&= evidence.size === 0;
  };

  return {
    add: (part) => {
      if (part.type === 'data-sources') addSources(part.data.evidence);
      else if (part.type === 'data-question') addReading(part.data);
      else if (part.type === 'data-suggestions') facts.suggested = part.data.questions;
      else if (part.type === 'text-delta') prose.addText(part.delta);
      else if (part.type === 'data-claim') prose.addClaim(part.data);
      else if (part.type === 'data-coverage') facts.coverage = part.data;
      else if (part.type === 'data-generation') facts.generation = part.data;
      else if (part.type === 'finish') facts.finish = part.messageMetadata;
      prose.print(false);
    },
    end: () => {
      prose.print(true);
      const sources = prose.cited().flatMap((id, index) => {
        const piece = evidence.get(id);
        return piece === undefined ? [] : [`  [${index + 1}] ${describeSource(piece, now)}`];
      });
      if (sources.length > 0) terminal.print(['Sources:', ...sources, ''].join('\n'), 'soft');
      printSummary(terminal, facts, prose.claims());
      const footer = describeFooter(facts);
      if (footer.length > 0) terminal.print(`\n${footer.join('\n')}`, 'soft');
      return { refused: facts.finish?.refused === true, finished: facts.finish !== undefined };
    },
  };
}

function printSummary(
  terminal: Terminal,
  facts: ReceivedFacts,
  claims: Parameters<typeof summarizeClaims>[0],
): void {
  const isRefused = facts.finish?.refused === true;
  const isUncertain = (facts.finish?.confidence ?? facts.reading?.confidence) === 'low';
  if (isRefused) terminal.print('Declined: the repository does not answer this question.', 'strong');
  if (claims.length > 0) {
    const summary = summarizeClaims(claims, isModelWritten(facts));
    terminal.print(`${summary}${isUncertain ? ' · may not answer the question' : ''}`, 'strong');
  }
  const [first] = facts.suggested;
  if (first === undefined) return;
  const questions = facts.suggested.map((question) => `  ${question}`);
  terminal.print(['\nAsk next:', ...questions].join('\n'));
}

function describeFooter({ reading, coverage, generation, finish }: ReceivedFacts): readonly string[] {
  return [
    ...(reading?.notes ?? []),
    ...(coverage === undefined ? [] : [describeCoverage(coverage)]),
    ...describeGeneration(generation, finish),
    ...(finish?.cached === true ? ['Served from the cache; --retry generates it again.'] : []),
  ];
}

function isModelWritten({ generation, finish }: ReceivedFacts): boolean {
  return (finish?.answerer ?? generation?.model ?? 'embedded') !== 'embedded';
}

/** Describes the rewritten question and its sub-questions, if any. */
function describeReading({ asked, text, subQueries = [] }: QuestionReading): readonly string[] {
  return [
    ...(text.trim() === asked.trim() ? [] : [`Read as: ${text}\n`]),
    ...(subQueries.length === 0 ? [] : [`Searched separately: ${subQueries.join(' · ')}\n`]),
  ];
}

function describeLowConfidence(sources: readonly Evidence[], now: number | undefined): string {
  const locations = sources.slice(0, maxLeadingSources).map((piece) => {
    const subject = piece.kind === 'commit' && piece.subject !== '' ? `: ${piece.subject}` : '';
    const symbol = isSpan(piece) && piece.symbol !== undefined ? ` (${piece.symbol})` : '';
    return `    ${describeSource(piece, now)}${subject}${symbol}`;
  });
  const introduction = locations.length === 0 ? '' : ' Read them before the answer:';
  return [`${lowConfidenceWarning}${introduction}`, ...locations, ''].join('\n');
}
