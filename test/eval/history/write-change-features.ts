/**
 * `--history CLONE --features FILE`: writes the features of the commits that could answer the questions made from release notes, on which
 * `fit-change-ranker.py` fits the ranking of changes. Uses no server.
 */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { resolveCommit } from '../../../clients/cli/source/git-facts.ts';
import { createEmbeddedEmbedder } from '../../../worker/adapters/embedded/embedder.ts';
import { splitCommitMessage } from '../../../worker/core/history/commit-record.ts';
import { describeChange, weighTerms } from '../../../worker/retrieval/history/describe-change.ts';
import { measureMessageSimilarity } from '../../../worker/retrieval/history/message-similarity.ts';
import { selectMessageTerms } from '../../../worker/retrieval/history/message-terms.ts';
import { readQuestion } from '../../../worker/retrieval/question/read-question.ts';
import { findGitFolder, readCloneName } from '../find-clone.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { indexChanges, type ChangeIndex } from './change-index.ts';
import { makeReleaseNoteQuestions, type ReleaseNoteQuestion } from './release-note-questions.ts';

/** Candidates by message and by changed words, as in an answer. */
const maxCandidates = 60;
const weightsFile = join(import.meta.dirname, '../../../worker/adapters/embedded/model/weights.bin');
const embedder = createEmbeddedEmbedder(async () => ({
  default: Uint8Array.from(readFileSync(weightsFile)).buffer,
}));

export async function writeChangeFeatures(options: EvaluationOptions, { terminal, signal }: RunContext) {
  const { features = '', history, ref, questions: maxQuestions } = options;
  writeFileSync(features, '');
  const counts: Record<string, number> = {};
  for (const path of history) {
    const folder = findGitFolder(path);
    const commit = folder === undefined ? undefined : await resolveCommit(folder, ref);
    if (folder === undefined || commit === undefined)
      throw usageError(`"${path}" is not a clone with the commit ${ref}.`, 'Pass the path of a clone.');
    const name = readCloneName(path) ?? basename(path);
    const index = await indexChanges(folder, commit, signal);
    const questions = chooseEvenly(
      await makeReleaseNoteQuestions(folder, commit, index.changes),
      maxQuestions,
    );
    for (const question of questions) {
      const described = await describeQuestion(index, question);
      if (described.grades.includes(1))
        appendFileSync(
          features,
          `${JSON.stringify({ repository: name, question: question.text, ...described })}\n`,
        );
    }
    counts[name] = questions.length;
    terminal.print(`${name}: ${questions.length} questions`);
  }
  return counts;
}

function chooseEvenly<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)]).filter(
    (item) => item !== undefined,
  );
}

export async function describeQuestion(index: ChangeIndex, { text, commits }: ReleaseNoteQuestion) {
  const terms = selectMessageTerms(readQuestion(text));
  const variants = [...new Set(terms.flatMap((term) => term.variants))];
  const scores = { words: index.score(variants, 'message'), changes: index.score(variants, 'lines') };
  const [bestWords, bestChanges] = [Math.max(...scores.words), Math.max(...scores.changes)];
  const chosen = new Set([...findBest(scores.words), ...findBest(scores.changes)]);
  const byTerm = new Map(
    terms.flatMap(({ alternatives }) => alternatives.flat()).map((term) => [term, index.frequencyOf(term)]),
  );
  const weighed = weighTerms(text, terms, { commits: index.changes.length, byTerm });
  const candidates = [...chosen].flatMap((at) => {
    const change = index.changes[at];
    return change === undefined ? [] : [{ at, change }];
  });
  const similarities = await measureMessageSimilarity(
    embedder,
    text,
    candidates.map(({ change: { commit, subject } }) => ({ ...commit, subject })),
  );
  return {
    grades: candidates.map(({ change }) => (commits.has(change.commit.id) ? 1 : 0)),
    features: candidates.map(({ at, change }) => {
      const { commit, changed } = change;
      const { subject } = splitCommitMessage(commit.message);
      return describeChange(weighed, {
        commit: { ...commit, subject, changedFiles: commit.files.length + (commit.moreFiles ?? 0) },
        words: bestWords > 0 ? (scores.words[at] ?? 0) / bestWords : 0,
        changes: bestChanges > 0 ? (scores.changes[at] ?? 0) / bestChanges : 0,
        similarity: similarities.get(commit.id) ?? 0,
        changed,
      });
    }),
  };
}

/** Positions of the commits with the highest scores. */
function findBest(scores: readonly number[]): readonly number[] {
  return scores
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxCandidates)
    .map(({ at }) => at);
}
