/** Assesses whether the found spans answer the question, by its words, names and paths, or by the code in it. */

import type { Question } from '../../../core/answers/question.ts';
import { identifierParts } from '../../../core/text/terms.ts';
import type { FileRow, SymbolRow } from '../../../ports/chunk-store.ts';
import { containsCode } from '../../../retrieval/confidence/contains-code.ts';
import {
  assessConfidence,
  type ConfidenceAssessment,
} from '../../../retrieval/confidence/assess-confidence.ts';
import type { RankedSpan } from '../../../retrieval/ranking/rank-spans.ts';
import type { Retrieved } from '../../../retrieval/search/retrieve-spans.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { FoundSpan, RetrievalRequest } from './finding.ts';
import { unknownNames, unknownPaths } from './unknown-names.ts';

interface FindingToAssess {
  readonly question: Question;
  readonly retrieved: Retrieved;
  /** The best spans, with their text. */
  readonly spans: readonly FoundSpan[];
  /** The files that the paths of the question are matched against. */
  readonly files: readonly FileRow[];
  /** Definitions that the question refers to. */
  readonly likelyDefinitions: readonly SymbolRow[];
}

export function assessFinding(
  { settings }: Pick<Services, 'settings'>,
  { repository, snapshot }: Pick<ResolvedSnapshot, 'repository' | 'snapshot'>,
  { question, retrieved, spans, files, likelyDefinitions }: FindingToAssess,
): ConfidenceAssessment {
  const ownName = repository.name.replace(/^.*\//, '').replace(/@.*$/, '');
  const assessment = assessConfidence(
    {
      question,
      frequencies: retrieved.frequencies,
      chunks: snapshot.counts.chunks,
      unknownNames: [
        ...unknownNames(question, retrieved).filter((name) => name.toLowerCase() !== ownName.toLowerCase()),
        ...unknownPaths(files, question).filter((path) => !retrieved.presentPhrases.has(path)),
      ],
      definitionNames: likelyDefinitions.map(({ qualifiedName }) => qualifiedName),
      leadInFile: measureLeadInFile(retrieved),
      ownWords: new Set(identifierParts(ownName)),
      nearness: retrieved.nearness,
    },
    assessedSpans(question, spans).map(({ path, text, ranked }) => ({
      path,
      text,
      names: chunkNames(ranked),
    })),
    settings.retrieval,
  );
  return assessTests(question, retrieved, assessUnknownFile({ question, retrieved, files }, assessment));
}

/** Number of best chunks whose files are compared with the first sentence. */
const comparedFiles = 5;

function measureLeadInFile({ spans }: Retrieved): number {
  return Math.max(0, ...spans.slice(0, comparedFiles).map(({ features }) => features?.leadFileText ?? 0));
}

/** Lowers the confidence if the question is only about an unknown file, since text that mentions its name may not answer it. */
function assessUnknownFile(
  { question, retrieved, files }: Pick<FindingToAssess, 'question' | 'retrieved' | 'files'>,
  assessment: ConfidenceAssessment,
): ConfidenceAssessment {
  const mentioned = unknownPaths(files, question).filter((path) => retrieved.presentPhrases.has(path));
  const pieces = new Set(mentioned.flatMap((path) => path.toLowerCase().split(/[./]/)));
  const isOnlyFile = mentioned.length > 0 && question.terms.every(({ word }) => pieces.has(word));
  return isOnlyFile && assessment.confidence === 'high' ? { ...assessment, confidence: 'low' } : assessment;
}

/** Declines a question about where something is tested if no test was found. */
function assessTests(
  question: Question,
  { spans }: Retrieved,
  assessment: ConfidenceAssessment,
): ConfidenceAssessment {
  const found = !question.asksForCoveringTests || spans.some(({ chunk }) => chunk.role === 'test');
  const { covered, missing } = assessment;
  return found ? assessment : { confidence: 'out-of-scope', covered, missing: [...missing, 'tests'] };
}

/** Ignores tests unless the question asks for them, since a test may mention something that the repository does not contain. */
function assessedSpans(question: Question, spans: readonly FoundSpan[]): readonly FoundSpan[] {
  return question.asksForTests ? spans : spans.filter((span) => span.ranked.chunk.role !== 'test');
}

function chunkNames({ chunk }: RankedSpan): readonly string[] {
  return [
    chunk.symbol ?? '',
    chunk.metadata.signature ?? '',
    ...chunk.metadata.defines,
    ...(chunk.metadata.headings ?? []),
  ];
}

/**
 * Raises the confidence if the question contains code and the found spans contain the same code.
 * @param assessment the assessment by words, which is returned otherwise
 */
export function assessByCode(
  { dense }: Pick<Services, 'dense'>,
  { modalityQuery }: Pick<RetrievalRequest, 'modalityQuery'>,
  ranked: readonly RankedSpan[],
  assessment: ConfidenceAssessment,
): ConfidenceAssessment {
  const code = modalityQuery?.code;
  if (code === undefined || !containsCode(code, ranked, dense?.embedder.space.name)) return assessment;
  const { covered, missing } = assessment;
  return { confidence: 'high', covered, missing };
}
