/**
 * Lists what an answer was about, for follow-ups: requested names first, then the topic and the best evidence.
 */

import type { Evidence } from '../../core/answers/evidence.ts';
import type { Question, Subject } from '../../core/answers/question.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { findQuestionTopics } from '../follow-up/question-topics.ts';

/** More than these nobody means. */
const subjectsKept = 5;
const namesKept = 3;

/** The likeliest first; names in the order they were asked for. */
export function findAnswerSubjects(
  { question, meant }: { readonly question: Question; readonly meant: readonly SymbolRow[] },
  evidence: readonly Evidence[],
): readonly Subject[] {
  const named = question.identifiers.flatMap((name) => symbolsNamed(meant, name)).slice(0, namesKept);
  const files = filesNamed(question, evidence);
  const best = evidence.find(({ kind, symbol }) => kind === 'code' && symbol !== undefined);
  const found: readonly Subject[] = [
    ...named,
    ...files,
    ...(named.length + files.length > 0 ? [] : topicOf(question)),
    ...meant.slice(0, namesKept).map(symbolSubject),
    ...(best?.symbol === undefined ? [] : [{ name: best.symbol, kind: 'symbol' as const, path: best.path }]),
    ...evidence.slice(0, 1).map(({ path }) => fileSubject(path)),
  ];
  const first = ({ kind, name }: Subject): number =>
    found.findIndex((other) => other.kind === kind && other.name === name);
  return found.filter((subject, index) => first(subject) === index).slice(0, subjectsKept);
}

/** The likeliest definition of a name asked for. */
function symbolsNamed(meant: readonly SymbolRow[], name: string): readonly Subject[] {
  const found =
    meant.find((symbol) => symbol.qualifiedName === name) ??
    meant.find((symbol) => `.${symbol.qualifiedName}`.endsWith(`.${name}`));
  return found === undefined ? [] : [symbolSubject(found)];
}

function filesNamed({ paths }: Question, evidence: readonly Evidence[]): readonly Subject[] {
  return paths.flatMap((asked) => {
    const found = evidence.find(({ path }) => path === asked || path.endsWith(`/${asked}`));
    return found === undefined ? [] : [fileSubject(found.path)];
  });
}

function topicOf(question: Question): readonly Subject[] {
  const name =
    findQuestionTopics(question.text).matter?.text ?? question.terms.map(({ word }) => word).join(' ');
  return name === '' ? [] : [{ name, kind: 'topic', path: undefined }];
}

function symbolSubject({ qualifiedName, path }: SymbolRow): Subject {
  return { name: qualifiedName, kind: 'symbol', path };
}

function fileSubject(path: string): Subject {
  return { name: path, kind: 'file', path };
}
