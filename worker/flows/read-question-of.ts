/** A question read with the repository at hand: `res.json` is a file there, or what something is called. */

import type { Question } from '../core/question.ts';
import type { SnapshotKey } from '../core/repository.ts';
import type { ChunkStore, FileRow } from '../ports/chunk-store.ts';
import { filesAt } from '../retrieval/files-at.ts';
import { readQuestion } from '../retrieval/read-question.ts';
import { unknownPaths } from './unknown-names.ts';

export interface ReadQuestion {
  readonly question: Question;
  /** Every file, where the question asks for files; else none. */
  readonly files: readonly FileRow[];
}

/** A name after a name, as files and members are both written. */
const nameOrFile = /^[\w$]+(?:\.[\w$]+)+$/;

export async function readQuestionOf(
  chunkStore: ChunkStore,
  key: SnapshotKey,
  text: string,
): Promise<ReadQuestion> {
  const question = readQuestion(text);
  if (question.paths.length === 0 && !question.isOverview) return { question, files: [] };
  const files = await chunkStore.listFiles(key);
  const doubtful = question.paths.filter(
    (path) => nameOrFile.test(path) && filesAt(files, path).length === 0,
  );
  if (doubtful.length === 0) return { question: withUnknown(question, files), files };
  const symbols = await chunkStore.findSymbols(key, doubtful);
  const names = doubtful.filter((name) =>
    symbols.some((symbol) => `.${symbol.qualifiedName}`.endsWith(`.${name}`)),
  );
  return { question: withUnknown(names.length === 0 ? question : readQuestion(text, names), files), files };
}

/** What is called like a file and is none here may be a file of somewhere else that it speaks of. */
function withUnknown(question: Question, files: readonly FileRow[]): Question {
  const wordings = [...new Set([...question.wordings, ...unknownPaths(files, question)])];
  return { ...question, wordings };
}
