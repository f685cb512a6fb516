/**
 * Lists the subjects of an answer, for follow-ups: the names in the question first, or its topic if it has none, then other matching
 * definitions and the best evidence.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import type { Question, Subject } from '../../core/answers/question.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { findQuestionTopics } from '../follow-up/question-topics.ts';

/** Maximum number of subjects. A follow-up refers to one of the first few. */
const maxSubjects = 5;
const maxSymbols = 3;

/**
 * Returns the most likely subjects first; names in the question keep its order.
 * `likelyDefinitions` contains the definitions that the question probably refers to, most likely first.
 */
export function findAnswerSubjects(
  {
    question,
    likelyDefinitions,
  }: { readonly question: Question; readonly likelyDefinitions: readonly SymbolRow[] },
  evidence: readonly Evidence[],
): readonly Subject[] {
  const named = question.identifiers
    .flatMap((name) => findNamedSymbol(likelyDefinitions, name))
    .slice(0, maxSymbols);
  const files = findNamedFiles(question, evidence);
  const best = evidence.find(({ kind, symbol }) => kind === 'code' && symbol !== undefined);
  const subjects: readonly Subject[] = [
    ...named,
    ...files,
    ...(named.length + files.length > 0 ? [] : questionTopic(question)),
    ...likelyDefinitions.slice(0, maxSymbols).map(symbolSubject),
    ...(best?.symbol === undefined ? [] : [{ name: best.symbol, kind: 'symbol' as const, path: best.path }]),
    ...evidence.slice(0, 1).map(({ path }) => fileSubject(path)),
  ];
  const firstIndex = ({ kind, name }: Subject): number =>
    subjects.findIndex((other) => other.kind === kind && other.name === name);
  return subjects.filter((subject, index) => firstIndex(subject) === index).slice(0, maxSubjects);
}

/** Returns the most likely definition of a requested name. */
function findNamedSymbol(definitions: readonly SymbolRow[], name: string): readonly Subject[] {
  const found =
    definitions.find((symbol) => symbol.qualifiedName === name) ??
    definitions.find((symbol) => `.${symbol.qualifiedName}`.endsWith(`.${name}`));
  return found === undefined ? [] : [symbolSubject(found)];
}

function findNamedFiles({ paths }: Question, evidence: readonly Evidence[]): readonly Subject[] {
  return paths.flatMap((requestedPath) => {
    const found = evidence.find(({ path }) => path === requestedPath || path.endsWith(`/${requestedPath}`));
    return found === undefined ? [] : [fileSubject(found.path)];
  });
}

function questionTopic(question: Question): readonly Subject[] {
  const name =
    findQuestionTopics(question.text).singularTopic?.text ?? question.terms.map(({ word }) => word).join(' ');
  return name === '' ? [] : [{ name, kind: 'topic', path: undefined }];
}

function symbolSubject({ qualifiedName, path }: SymbolRow): Subject {
  return { name: qualifiedName, kind: 'symbol', path };
}

function fileSubject(path: string): Subject {
  return { name: path, kind: 'file', path };
}
