/**
 * Lists the subjects of an answer, for follow-ups: requested names first, then the topic and the best evidence.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import type { Question, Subject } from '../../core/answers/question.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { findQuestionTopics } from '../follow-up/question-topics.ts';

/** Maximum number of subjects. A follow-up refers to one of the first few. */
const maxSubjects = 5;
const maxSymbols = 3;

/** Returns the most likely subjects first; requested names keep the order of the question. */
export function findAnswerSubjects(
  { question, meant }: { readonly question: Question; readonly meant: readonly SymbolRow[] },
  evidence: readonly Evidence[],
): readonly Subject[] {
  const named = question.identifiers.flatMap((name) => findNamedSymbol(meant, name)).slice(0, maxSymbols);
  const files = findNamedFiles(question, evidence);
  const best = evidence.find(({ kind, symbol }) => kind === 'code' && symbol !== undefined);
  const found: readonly Subject[] = [
    ...named,
    ...files,
    ...(named.length + files.length > 0 ? [] : questionTopic(question)),
    ...meant.slice(0, maxSymbols).map(symbolSubject),
    ...(best?.symbol === undefined ? [] : [{ name: best.symbol, kind: 'symbol' as const, path: best.path }]),
    ...evidence.slice(0, 1).map(({ path }) => fileSubject(path)),
  ];
  const firstIndex = ({ kind, name }: Subject): number =>
    found.findIndex((other) => other.kind === kind && other.name === name);
  return found.filter((subject, index) => firstIndex(subject) === index).slice(0, maxSubjects);
}

/** Returns the most likely definition of a requested name. */
function findNamedSymbol(meant: readonly SymbolRow[], name: string): readonly Subject[] {
  const found =
    meant.find((symbol) => symbol.qualifiedName === name) ??
    meant.find((symbol) => `.${symbol.qualifiedName}`.endsWith(`.${name}`));
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
