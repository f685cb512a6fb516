/** Whether what was found answers the question: its spans, names and paths held against it. */

import type { Question } from '../core/question.ts';
import { identifierParts } from '../core/terms.ts';
import type { FileRow } from '../ports/chunk-store.ts';
import { judgeConfidence, type Judgement } from '../retrieval/judge-confidence.ts';
import type { RankedSpan } from '../retrieval/rank-spans.ts';
import type { Retrieved } from '../retrieval/retrieve-spans.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { FoundSpan } from './retrieve.ts';
import type { Services } from './services.ts';
import { unknownNames, unknownPaths } from './unknown-names.ts';

interface JudgedFinding {
  readonly question: Question;
  readonly retrieved: Retrieved;
  /** The best, read. */
  readonly spans: readonly FoundSpan[];
  /** Those the question's paths are looked for among. */
  readonly files: readonly FileRow[];
  readonly namesDefinition: boolean;
}

export function judgeFinding(
  { settings }: Pick<Services, 'settings'>,
  { repository, snapshot }: Pick<ResolvedSnapshot, 'repository' | 'snapshot'>,
  { question, retrieved, spans, files, namesDefinition }: JudgedFinding,
): Judgement {
  const ownName = repository.name.replace(/^.*\//, '').replace(/@.*$/, '');
  const judged = judgeConfidence(
    {
      question,
      frequencies: retrieved.frequencies,
      chunks: snapshot.counts.chunks,
      unknownNames: [
        ...unknownNames(question, retrieved).filter((name) => name.toLowerCase() !== ownName.toLowerCase()),
        ...unknownPaths(files, question).filter((path) => !retrieved.heldWordings.has(path)),
      ],
      namesDefinition,
      ownWords: new Set(identifierParts(ownName)),
      nearness: retrieved.nearness,
    },
    judgedOf(question, spans).map(({ path, text, ranked }) => ({ path, text, names: namesOf(ranked) })),
    settings.retrieval,
  );
  return withTests(question, retrieved, ofUnknownFile({ question, retrieved, files }, judged));
}

/** Asked of nothing but a file that is none here, what says its name is no sure answer. */
function ofUnknownFile(
  { question, retrieved, files }: Pick<JudgedFinding, 'question' | 'retrieved' | 'files'>,
  judged: Judgement,
): Judgement {
  const said = unknownPaths(files, question).filter((path) => retrieved.heldWordings.has(path));
  const pieces = new Set(said.flatMap((path) => path.toLowerCase().split(/[./]/)));
  const isAll = said.length > 0 && question.terms.every(({ word }) => pieces.has(word));
  return isAll && judged.confidence === 'high' ? { ...judged, confidence: 'low' } : judged;
}

/** What has no test has no answer to where it is tested, however well its own lines are known. */
function withTests(question: Question, { spans }: Retrieved, judged: Judgement): Judgement {
  const found = !question.asksForTestsOf || spans.some(({ chunk }) => chunk.role === 'test');
  const { covered, missing } = judged;
  return found ? judged : { confidence: 'out-of-scope', covered, missing: [...missing, 'tests'] };
}

/** A test that speaks of something does not make the repository hold it, unless tests are what is asked for. */
function judgedOf(question: Question, spans: readonly FoundSpan[]): readonly FoundSpan[] {
  return question.asksForTests ? spans : spans.filter((span) => span.ranked.chunk.role !== 'test');
}

function namesOf({ chunk }: RankedSpan): readonly string[] {
  return [
    chunk.symbol ?? '',
    chunk.metadata.signature ?? '',
    ...chunk.metadata.defines,
    ...(chunk.metadata.headings ?? []),
  ];
}
