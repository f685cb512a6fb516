/**
 * Answers a question about files that the index does not contain from the list of skipped files. A question about something else that only mentions
 * such a file is answered by passages.
 */

import { stripCitationsAndPunctuation } from '../../../answering/claims/query-facts.ts';
import {
  composeCoverageAnswer,
  type UncoveredSubject,
} from '../../../answering/compose/compose-coverage-answer.ts';
import type { SkippedFile } from '../../../core/files/file.ts';
import type { Question } from '../../../core/answers/question.ts';
import { readCoverageQuestion } from '../../../retrieval/question/read-coverage-question.ts';
import { containsPhrase } from '../../../retrieval/search/find-phrases.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import type { FileRow } from '../../../ports/chunk-store.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { AnswerSearch } from '../answer-request.ts';
import type { GraphDraft } from '../graph/draft-from-graph.ts';

const maxSubjects = 4;
/** Number of best spans, one of which mentions the file if another file answers the question. */
const mentioningSpans = 3;

/** @returns undefined if the index contains what the question names, or if other files answer it */
export async function draftFromCoverage(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  { question, find }: { readonly question: Question; readonly find: AnswerSearch['find'] },
): Promise<GraphDraft | undefined> {
  const { candidates, asksForIndexing } = readCoverageQuestion(question);
  if (candidates.length === 0 || question.wordings.some((phrase) => candidates.includes(phrase)))
    return undefined;
  const { key } = resolved;
  const skipped = asksForIndexing
    ? (await chunkStore.coverage(key)).skipped
    : await chunkStore.findSkipped(key, candidates);
  if (skipped.length === 0 && !asksForIndexing) return undefined;
  const files = await chunkStore.listFiles(key);
  const subjects = findSubjects(candidates, { skipped, files, asksForIndexing }).slice(0, maxSubjects);
  if (subjects.length === 0) return undefined;
  if (!asksForIndexing && (await isAnsweredByMention(question, subjects, find))) return undefined;
  return createDraft(resolved, { question, subjects, asksForIndexing });
}

interface Manifest {
  readonly skipped: readonly SkippedFile[];
  readonly files: readonly FileRow[];
  readonly asksForIndexing: boolean;
}

/** Subjects with a skipped file. A question about the content of a file that is indexed too is answered by the index. */
function findSubjects(
  candidates: readonly string[],
  { skipped, files, asksForIndexing }: Manifest,
): readonly UncoveredSubject[] {
  const subjects = candidates.flatMap((name): UncoveredSubject[] => {
    const found = matchSubject(skipped, name, asksForIndexing);
    const indexed = matchSubject(files, name, asksForIndexing).length;
    const isPath = /[./]/.test(name);
    const isRelevant =
      found.length > 0 ? asksForIndexing || indexed === 0 : asksForIndexing && isPath && indexed > 0;
    return isRelevant ? [{ name, skipped: found, indexed }] : [];
  });
  // "package-lock.json" is also a name and an extension.
  return subjects.filter(
    ({ name }) => !subjects.some((other) => other.name !== name && other.name.includes(name)),
  );
}

/** A word is compared with folders, extensions and names; a path as in any question. */
function matchSubject<File extends { readonly path: string }>(
  files: readonly File[],
  name: string,
  asksForIndexing: boolean,
): readonly File[] {
  const matched = matchFiles(files, name);
  if (matched.length > 0 || !asksForIndexing) return matched;
  const extension = `.${name.replace(/^\./, '').toLowerCase()}`;
  return files.filter(({ path }) => path.toLowerCase().endsWith(extension));
}

async function isAnsweredByMention(
  { text, terms }: Question,
  subjects: readonly UncoveredSubject[],
  find: AnswerSearch['find'],
): Promise<boolean> {
  const pieces = new Set(subjects.flatMap(({ name }) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  if (terms.every(({ word }) => pieces.has(word))) return false;
  const { assessment, spans } = await find(text);
  return (
    assessment.confidence === 'high' &&
    spans
      .slice(0, mentioningSpans)
      .some((span) => subjects.some(({ name }) => containsPhrase(span.text, name)))
  );
}

function createDraft(
  { repository, snapshot }: ResolvedSnapshot,
  {
    question,
    subjects,
    asksForIndexing,
  }: {
    readonly question: Question;
    readonly subjects: readonly UncoveredSubject[];
    readonly asksForIndexing: boolean;
  },
): GraphDraft {
  const repeat = `/v1/repositories/${repository.id}/coverage?version=${snapshot.id}`;
  const [first, ...rest] = composeCoverageAnswer(subjects, { asksForIndexing, repeat });
  const statements = [first ?? '', ...rest].map(stripCitationsAndPunctuation);
  return {
    evidence: new Map(),
    first,
    rest,
    empty: [],
    class: question.class,
    // The manifest answers whether a file is indexed, but not what it contains.
    confidence: asksForIndexing ? 'high' : 'low',
    cards: [],
    suggestions: [],
    subjects: subjects.map(({ name }) => ({ name, kind: 'file', path: undefined })),
    facts: { counts: new Map(), countedIds: new Set(), statements: new Set(statements), repeat },
  };
}
