/**
 * Binds a history question to what it names in the repository: definitions, a file or folder, an author and a period. The
 * repository decides what is a name, so the words around it may vary.
 */

import type { Question } from '../../../core/answers/question.ts';
import type { ListedFile, SymbolRow } from '../../../ports/chunk-store.ts';
import type { HistoryKey } from '../../../ports/history-store.ts';
import { bindAuthor } from '../../../retrieval/history/bind-author.ts';
import { bindPath, type BoundPath } from '../../../retrieval/history/paths/bind-path.ts';
import { bindTopic } from '../../../retrieval/history/paths/bind-topic.ts';
import { readHistoryPeriod } from '../../../retrieval/history/read-history-period.ts';
import { findSubjectNames } from '../../../retrieval/history/find-subject-names.ts';
import { rankSubjects } from '../../../retrieval/history/rank-subjects.ts';
import type { HistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import { readQuestionInRepository } from '../../search/find-spans/read-question-in-repository.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';

export interface HistorySubject {
  readonly path: BoundPath | undefined;
  /** The definitions that the question is about, the best first. */
  readonly symbols: readonly SymbolRow[];
  /** Names in the question that may be definitions, in their order. */
  readonly names: readonly string[];
  /** The author whose commits the question asks for, as commits name them. */
  readonly author: string | undefined;
  readonly files: readonly ListedFile[];
}

/** Maximum names that are looked up. */
const maxNames = 8;

export async function bindSubject(
  services: Pick<Services, 'chunkStore' | 'historyStore'>,
  { key }: ResolvedSnapshot,
  request: { readonly text: string; readonly question: HistoryQuestion; readonly historyKey: HistoryKey },
): Promise<HistorySubject> {
  const { text, historyKey } = request;
  const { chunkStore, historyStore } = services;
  const [{ question }, files, authors] = await Promise.all([
    readQuestionInRepository(chunkStore, key, text),
    chunkStore.listFiles(key),
    historyStore.authors(historyKey),
  ]);
  const author = bindAuthor(text, authors);
  const named = bindPath(text, files);
  const names = selectNames(question, named);
  const symbols = names.length === 0 ? [] : await chunkStore.findSymbols(key, expandNames(names));
  const isTopic = named === undefined && names.length === 0 && asksForPlaceInTime(request);
  const path = isTopic ? bindTopic(text, files, author) : named;
  const subjects = rankSubjects(symbols, {
    text,
    names,
    path: path?.isWritten === true ? path.path : undefined,
  });
  return { path, symbols: subjects, names, author, files };
}

/** Whether the question asks for changes by their order or period, and not for a reason or for lines. */
function asksForPlaceInTime({
  text,
  question: { order, asksForReason, asksForAuthors, lines },
}: {
  readonly text: string;
  readonly question: HistoryQuestion;
}): boolean {
  if (asksForReason || asksForAuthors || lines !== undefined) return false;
  return order !== undefined || readHistoryPeriod(text, 0) !== undefined;
}

/** Omits names that are part of the path. */
function selectNames(question: Question, path: BoundPath | undefined): readonly string[] {
  const written = path?.written ?? '';
  return findSubjectNames(question)
    .filter((name) => written === '' || !written.includes(name))
    .slice(0, maxNames);
}

/** Adds the last segment of a dotted name, because its owner may be a variable: `response.elapsed`. */
function expandNames(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => [name, name.split('.').at(-1) ?? name]))];
}
