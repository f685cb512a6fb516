/**
 * Answers a question about files that the index does not contain from the list of skipped files. A question about something else that only mentions
 * such a file is answered from the code, with a note.
 */

import {
  composeCoverageAnswer,
  composeCoverageNote,
  type UncoveredSubject,
} from '../../answering/compose/compose-coverage-answer.ts';
import type { AnswerEvent } from '../../core/answers/answer.ts';
import { containsWord, type Question } from '../../core/answers/question.ts';
import type { SkippedFile } from '../../core/files/file.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import {
  readCoverageQuestion,
  type CoverageReading,
} from '../../retrieval/question/read-coverage-question.ts';
import { readQuestion } from '../../retrieval/question/read-question.ts';
import { containsPhrase } from '../../retrieval/search/find-phrases.ts';
import { matchFiles } from '../../retrieval/search/match-path.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { AnswerSearch, PreparedAnswer, SearchedRequest } from './answer-request.ts';

const maxSubjects = 4;
/** Number of best spans, one of which mentions the file if another file answers the question. */
const mentioningSpans = 3;
/** Minimum fraction of the question's other words in that span. */
const minSharedFraction = 0.5;

/** @returns an answer; a note for the answer from the code; or undefined if no skipped file is named */
export async function answerFromCoverage(
  { chunkStore, clock }: Pick<Services, 'chunkStore' | 'clock'>,
  resolved: ResolvedSnapshot,
  { question, request }: { readonly question: Question; readonly request: SearchedRequest },
): Promise<PreparedAnswer | { readonly note: string } | undefined> {
  const reading = readCoverageQuestion(question);
  const { paths, words, asksForIndexing } = reading;
  if (paths.length + words.length === 0) return undefined;
  const { key, repository, snapshot } = resolved;
  const skipped = asksForIndexing
    ? (await chunkStore.coverage(key)).skipped
    : await chunkStore.findSkipped(key, paths);
  if (skipped.length === 0 && !asksForIndexing) return undefined;
  const files = await chunkStore.listFiles(key);
  const subjects = findSubjects(reading, { skipped, files }).slice(0, maxSubjects);
  if (subjects.length === 0) return undefined;
  if (!asksForIndexing && (await isAnsweredByCode(question, subjects, request.search.find)))
    return { note: composeCoverageNote(subjects) };
  const list = `/v1/repositories/${repository.id}/coverage?version=${snapshot.id}`;
  return {
    readAs: undefined,
    subQueries: [],
    notes: [],
    class: question.class,
    // The list says whether a file is indexed, but not what it contains.
    confidence: asksForIndexing ? 'high' : 'low',
    retrieveMs: clock.now() - request.startedAt,
    parts: write(composeCoverageAnswer(subjects, { asksForIndexing, list })),
    subjects: subjects.map(({ name }) => ({ name, kind: 'file', path: undefined })),
  };
}

/** The sentences are about the index and not about code, so they are no claims. */
async function* write(text: string): AsyncGenerator<AnswerEvent> {
  yield { type: 'sources', evidence: [] };
  yield { type: 'text', delta: text };
}

interface Manifest {
  readonly skipped: readonly SkippedFile[];
  readonly files: readonly FileRow[];
}

/**
 * Subjects with a skipped file. A question about the content of a file that is indexed too is answered by the index, and so is one that may be about
 * the code and names a folder that is only partly skipped.
 */
function findSubjects(
  { paths, words, asksForIndexing, isSure }: CoverageReading,
  { skipped, files }: Manifest,
): readonly UncoveredSubject[] {
  const subjects = [...paths, ...words].flatMap((name): UncoveredSubject[] => {
    const found = matchSubject(skipped, name, asksForIndexing);
    const indexed = matchSubject(files, name, asksForIndexing).length;
    const isRelevant =
      found.length > 0 ? isSure || indexed === 0 : isSure && paths.includes(name) && indexed > 0;
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

/** Whether the code answers the rest of the question: what reads or writes the file, or something else that only mentions it. */
async function isAnsweredByCode(
  { text, terms }: Question,
  subjects: readonly UncoveredSubject[],
  find: AnswerSearch['find'],
): Promise<boolean> {
  // The repository adds unknown paths to its own reading of the question.
  const { wordings } = readQuestion(text);
  if (subjects.some(({ name }) => wordings.includes(name))) return true;
  const pieces = new Set(subjects.flatMap(({ name }) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
  const others = terms.filter(({ word }) => !pieces.has(word));
  if (others.length === 0) return false;
  const { assessment, spans } = await find(text);
  return (
    assessment.confidence !== 'low' &&
    spans.slice(0, mentioningSpans).some((span) => {
      const found = new Set(extractTerms(span.text));
      const shared = others.filter((term) => containsWord(found, term)).length;
      const mentions = subjects.some(({ name }) => containsPhrase(span.text, name));
      return mentions && shared / others.length >= minSharedFraction;
    })
  );
}
