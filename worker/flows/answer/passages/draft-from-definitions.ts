/** Drafts an answer from ranked definitions: reads the best ones, chooses what to quote of each, and composes the text. */

import { bestStatement } from '../../../answering/compose/best-statement.ts';
import { formatQuotation, type WordWeight } from '../../../answering/compose/choose-quote.ts';
import {
  composeExcerpts,
  type ExcerptMaterial,
  type NamedMaterial,
  type StepMaterial,
} from '../../../answering/compose/excerpts/compose-excerpts.ts';
import { createTextMatcher } from '../../../answering/evidence-text/text-matcher.ts';
import type { Evidence } from '../../../core/answers/evidence.ts';
import type { Question } from '../../../core/answers/question.ts';
import { readLines, type ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { maxSentenceLength } from '../../../retrieval/excerpts/choose-sentence.ts';
import { findExcerpts, type Excerpt } from '../../../retrieval/excerpts/find-excerpts.ts';
import { weighTerms } from '../../../retrieval/search/search-terms.ts';
import { readRankedDefinitions } from '../../context/pack-context.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { Draft } from './draft-from-passages.ts';
import { issueExcerpts, type QuotedLines } from './issue-excerpts.ts';
import { readTrace } from './read-trace.ts';
import { selectExcerpts } from './select-excerpts.ts';

/** Definitions that are read. */
const maxRead = 12;

/** @returns undefined if nothing can be quoted */
export async function draftFromDefinitions(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, count }: { readonly finding: Finding; readonly count: number },
): Promise<Draft | undefined> {
  const { question, retrieved } = finding;
  const definitions = await readRankedDefinitions(services, resolved, finding, maxRead);
  const weights = weighTerms(question.terms, retrieved.frequencies, resolved.snapshot.counts.chunks);
  const context = { question, weights, wordVectors: await services.wordVectors() };
  const isLikely = isLikelyAnswer(services, finding);
  const { shown, named } = selectExcerpts(question, definitions, {
    count,
    isLikely,
    isSplit: finding.subQueries.length > 0,
    find: (best) => findExcerpts(context, best),
  });
  const toLines = (definition: ReadableDefinition): QuotedLines => ({
    path: definition.path,
    startLine: definition.startLine,
    endLine: definition.endLine,
    definition,
    rank: definitions.indexOf(definition) + 1,
  });
  const namedLines = named.map(toLines);
  const { calls, omitted, missing } = await readTrace(services, resolved, finding, definitions);
  const weight: WordWeight = (word) => weights.get(word) ?? 0;
  const quoted = shown.map((excerpt) =>
    planQuotation(question, excerpt, { weight, whole: toLines(excerpt.definition) }),
  );
  const evidence = await issueExcerpts(
    services,
    resolved,
    [
      ...calls.map(({ lines }) => lines),
      ...quoted.flatMap(({ blocks, sentence }) => [
        ...blocks,
        ...(sentence === undefined ? [] : [sentence.lines]),
      ]),
      ...namedLines,
    ],
    question,
  );
  const excerpts = quoted.flatMap((quotation) => toMaterial(quotation, evidence) ?? []);
  const steps = calls.flatMap(({ lines, callee }) => toStep(callee, evidence.get(lines)) ?? []);
  const others = namedLines.flatMap((lines): NamedMaterial[] => {
    const item = evidence.get(lines);
    return item === undefined ? [] : [{ name: item.symbol, evidence: item }];
  });
  const sentences = composeExcerpts({
    excerpts,
    steps,
    omitted,
    missing: missing && { from: missing.from.symbol ?? '', to: missing.to.symbol ?? '' },
    others,
    isLikely,
  });
  const { value: first } = sentences.next();
  const issued = new Map([...evidence.values()].map((item) => [item.id, item]));
  return first === undefined ? undefined : { evidence: issued, first, rest: sentences, empty: [] };
}

function toStep(callee: string, evidence: Evidence | undefined): StepMaterial | undefined {
  return evidence?.symbol === undefined ? undefined : { caller: evidence.symbol, callee, evidence };
}

/** Part of the probability below which confidence is low, from which an answer is introduced without a warning. */
const likelyFraction = 0.6;

function isLikelyAnswer({ settings }: Pick<Services, 'settings'>, { assessment }: Finding): boolean {
  const { confidence, estimate } = assessment;
  if (confidence === 'high') return true;
  return estimate !== undefined && estimate.shownProbability >= settings.retrieval.lowBelow * likelyFraction;
}

/** What is quoted of one definition, before its evidence is issued. */
interface Quotation {
  readonly excerpt: Excerpt;
  readonly blocks: readonly QuotedLines[];
  readonly sentence:
    { readonly text: string; readonly isComment: boolean; readonly lines: QuotedLines } | undefined;
  readonly heading: string | undefined;
  readonly sample: ExcerptMaterial['sample'];
}

/** A documentation section is quoted by its best statement and the sample below it. */
function planQuotation(
  question: Question,
  excerpt: Excerpt,
  { weight, whole }: { readonly weight: WordWeight; readonly whole: QuotedLines },
): Quotation {
  const { definition, blocks, sentence } = excerpt;
  const { fileLines } = definition;
  if (definition.kind !== 'section')
    return {
      excerpt,
      blocks: blocks.map((block) => ({ ...whole, ...block })),
      sentence: sentence && {
        ...sentence,
        lines: { ...whole, startLine: sentence.startLine, endLine: sentence.endLine },
      },
      heading: undefined,
      sample: undefined,
    };
  const headings = definition.symbol?.split(/ [›>] /) ?? [];
  const best = bestStatement(question, { text: readLines(fileLines, definition), headings }, weight);
  return {
    excerpt,
    blocks: [],
    sentence: best && { text: best.text, isComment: false, lines: whole },
    heading: best?.heading ?? headings.at(-1),
    sample: best?.sample,
  };
}

/** @returns undefined if nothing of it can be quoted */
function toMaterial(
  { excerpt, blocks, sentence, heading, sample }: Quotation,
  evidence: ReadonlyMap<QuotedLines, Evidence>,
): ExcerptMaterial | undefined {
  const { definition } = excerpt;
  const shownBlocks = blocks.flatMap((block) => evidence.get(block) ?? []);
  const lines = sentence && evidence.get(sentence.lines);
  const quotation = lines && formatQuotation(sentence.text, createTextMatcher(lines.text), maxSentenceLength);
  if (shownBlocks.length === 0 && quotation === undefined) return undefined;
  return {
    name: shownBlocks[0]?.symbol ?? (definition.kind === 'section' ? undefined : definition.symbol),
    path: definition.path,
    blocks: shownBlocks,
    sentence:
      lines === undefined || quotation === undefined
        ? undefined
        : { quotation, isComment: sentence?.isComment === true, evidence: lines },
    heading,
    sample,
  };
}
