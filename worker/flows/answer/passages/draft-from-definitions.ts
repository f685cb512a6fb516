/** Drafts an answer from ranked definitions: reads the best ones, chooses what to quote of each, and composes the text. */

import type { WordWeight } from '../../../answering/compose/choose-quote.ts';
import {
  composeExcerpts,
  type ExcerptAnswer,
  type ExcerptMaterial,
  type NamedMaterial,
  type UnquotedMaterial,
} from '../../../answering/compose/excerpts/compose-excerpts.ts';
import type { StepMaterial } from '../../../answering/compose/excerpts/compose-trace.ts';
import { canNameInAnswer } from '../../../answering/evidence-text/evidence-names.ts';
import type { AnswerStyle } from '../../../core/answers/answer-style.ts';
import type { Evidence } from '../../../core/answers/evidence.ts';
import type { ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { overlaps } from '../../../retrieval/definitions/definition.ts';
import { findExcerpts } from '../../../retrieval/excerpts/find-excerpts.ts';
import { weighTerms } from '../../../retrieval/search/search-terms.ts';
import { readRankedDefinitions } from '../../context/pack-context.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { Draft } from './draft-from-passages.ts';
import { issueExcerpts, type QuotedLines } from './issue-excerpts.ts';
import { planQuotation, type Quotation } from './plan-quotation.ts';
import { readTrace, type ReadTrace, type TracedCall } from './read-trace.ts';
import { selectExcerpts } from './select-excerpts.ts';

/** Definitions that are read. */
const maxRead = 12;
/** A detailed answer reads and names this many times as many. */
const detailedFactor = 2;

interface DraftInput {
  readonly finding: Finding;
  /** Maximum number of definitions, quoted or named. */
  readonly count: number;
  readonly style?: AnswerStyle | undefined;
}

/** @returns undefined if nothing can be quoted or named */
export async function draftFromDefinitions(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, count, style }: DraftInput,
): Promise<Draft | undefined> {
  const factor = style === 'detailed' ? detailedFactor : 1;
  const definitions = await readRankedDefinitions(services, resolved, finding, maxRead * factor);
  const weights = weighTerms(
    finding.question.terms,
    finding.retrieved.frequencies,
    resolved.snapshot.counts.chunks,
  );
  const context = { question: finding.question, weights, wordVectors: await services.wordVectors() };
  const isLikely = isLikelyAnswer(services, finding);
  const selected = planExcerpts(context, definitions, {
    count: count * factor,
    isLikely,
    isSplit: finding.subQueries.length > 0,
    style,
  });
  const trace = await readTrace(services, resolved, finding, definitions);
  const plan = { ...selected, trace: style === 'short' ? shortenTrace(trace, selected.quoted) : trace };
  const evidence = await issueExcerpts(services, resolved, listLines(plan), finding.question);
  const answer = { ...toMaterial(plan, evidence), isLikely };
  if (!hasContent(answer)) return undefined;
  const sentences = composeExcerpts(answer);
  const { value: first } = sentences.next();
  const issued = new Map([...evidence.values()].map((item) => [item.id, item]));
  return first === undefined ? undefined : { evidence: issued, first, rest: sentences, empty: [] };
}

/** What an answer shows, before its evidence is issued. */
interface ExcerptPlan {
  readonly unquoted: readonly QuotedLines[];
  readonly quoted: readonly Quotation[];
  readonly named: readonly QuotedLines[];
  readonly trace: ReadTrace;
}

function planExcerpts(
  context: Parameters<typeof findExcerpts>[0],
  definitions: readonly ReadableDefinition[],
  options: Omit<Parameters<typeof selectExcerpts>[2], 'find'>,
): Omit<ExcerptPlan, 'trace'> {
  const { question, weights } = context;
  const weight: WordWeight = (word) => weights.get(word) ?? 0;
  const toLines = (definition: ReadableDefinition): QuotedLines => ({
    path: definition.path,
    startLine: definition.startLine,
    endLine: definition.endLine,
    definition,
    rank: definitions.indexOf(definition) + 1,
  });
  const { unquoted, shown, named } = selectExcerpts(question, definitions, {
    ...options,
    find: (best) =>
      findExcerpts(context, best).map((excerpt) =>
        planQuotation(question, excerpt, { weight, whole: toLines(excerpt.definition) }),
      ),
  });
  return { unquoted: unquoted.map(toLines), quoted: shown, named: named.map(toLines) };
}

/** Leaves the calls that the best quotation shows. */
function shortenTrace(trace: ReadTrace, [best]: readonly Quotation[]): ReadTrace {
  const blocks = best?.blocks ?? [];
  return {
    ...trace,
    calls: trace.calls.filter(({ lines }) => blocks.some((block) => overlaps(block, lines))),
    omitted: [],
  };
}

function listLines({ unquoted, quoted, named, trace }: ExcerptPlan): readonly QuotedLines[] {
  return [
    ...[...trace.calls, ...trace.omitted].map(({ lines }) => lines),
    ...unquoted,
    ...quoted.flatMap(({ blocks, sentence }) => [...blocks, ...(sentence ? [sentence.lines] : [])]),
    ...named,
  ];
}

type IssuedEvidence = ReadonlyMap<QuotedLines, Evidence>;

function toMaterial(
  { unquoted, quoted, named, trace }: ExcerptPlan,
  evidence: IssuedEvidence,
): Omit<ExcerptAnswer, 'isLikely'> {
  return {
    unquoted: unquoted.flatMap((lines) => toUnquoted(lines, evidence)),
    excerpts: quoted.map((quotation) => toExcerpt(quotation, evidence)),
    others: named.flatMap((lines): readonly NamedMaterial[] => {
      const item = evidence.get(lines);
      return item === undefined ? [] : [{ name: item.symbol, evidence: item }];
    }),
    steps: trace.calls.flatMap((call) => toStep(call, evidence)),
    omitted: trace.omitted.flatMap((call) => toStep(call, evidence)),
    missing: trace.missing,
  };
}

/** The evidence of a constant names the type around it, so its own name comes first. */
function toUnquoted(lines: QuotedLines, evidence: IssuedEvidence): readonly UnquotedMaterial[] {
  const item = evidence.get(lines);
  if (item === undefined) return [];
  const { kind, symbol } = lines.definition;
  if (kind === 'section')
    return [{ name: undefined, heading: symbol?.split(/ [›>] /).at(-1), evidence: item }];
  const isOwn = symbol !== undefined && canNameInAnswer(item, symbol);
  return [{ name: isOwn ? symbol : item.symbol, heading: undefined, evidence: item }];
}

function toExcerpt(
  { blocks, sentence, heading, sample }: Quotation,
  evidence: IssuedEvidence,
): ExcerptMaterial {
  const item = sentence && evidence.get(sentence.lines);
  return {
    blocks: blocks.flatMap((block) => evidence.get(block) ?? []),
    sentence: sentence && item && { ...sentence, evidence: item },
    heading,
    sample,
  };
}

function toStep({ lines, callee }: TracedCall, evidence: IssuedEvidence): readonly StepMaterial[] {
  const item = evidence.get(lines);
  return item?.symbol === undefined ? [] : [{ caller: item.symbol, callee, evidence: item }];
}

/** Whether the answer quotes something or names a definition. Sections that cannot be quoted are left to a description. */
function hasContent({ excerpts, steps, unquoted, others }: ExcerptAnswer): boolean {
  return (
    excerpts.length + steps.length > 0 || [...unquoted, ...others].some(({ name }) => name !== undefined)
  );
}

/** Part of the probability below which confidence is low, from which an answer is introduced without a warning. */
const likelyFraction = 0.6;

function isLikelyAnswer({ settings }: Pick<Services, 'settings'>, { assessment }: Finding): boolean {
  const { confidence, estimate } = assessment;
  if (confidence === 'high') return true;
  return estimate !== undefined && estimate.shownProbability >= settings.retrieval.lowBelow * likelyFraction;
}
