/** Reads a question with the repository as context, which decides whether `res.json` is a file or a member of an object. */

import type { Question } from '../../../core/answers/question.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkStore, FileRow } from '../../../ports/chunk-store.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import { readQuestion } from '../../../retrieval/question/read-question.ts';
import { unknownPaths } from './unknown-names.ts';

interface ReadQuestion {
  readonly question: Question;
  /** All files if the question asks about files; otherwise empty. */
  readonly files: readonly FileRow[];
}

/** Names joined by dots, as in file names and in members. */
const nameOrFile = /^[\w$]+(?:\.[\w$]+)+$/;

export async function readQuestionInRepository(
  chunkStore: ChunkStore,
  key: SnapshotKey,
  text: string,
): Promise<ReadQuestion> {
  const question = readQuestion(text);
  if (question.paths.length === 0 && !question.isOverview) return { question, files: [] };
  const files = await chunkStore.listFiles(key);
  const ambiguous = question.paths.filter(
    (path) => nameOrFile.test(path) && matchFiles(files, path).length === 0,
  );
  if (ambiguous.length === 0) return { question: withUnknownPaths(question, files), files };
  const symbols = await chunkStore.findSymbols(key, ambiguous);
  const names = ambiguous.filter((name) =>
    symbols.some((symbol) => `.${symbol.qualifiedName}`.endsWith(`.${name}`)),
  );
  return {
    question: withUnknownPaths(names.length === 0 ? question : readQuestion(text, names), files),
    files,
  };
}

/** Adds unknown paths as wordings, since the repository may mention a file that it does not contain. */
function withUnknownPaths(question: Question, files: readonly FileRow[]): Question {
  const wordings = [...new Set([...question.wordings, ...unknownPaths(files, question)])];
  return { ...question, wordings };
}
