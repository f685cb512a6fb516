/** The questions of one repository's history, a quarter of each kind: facts from git, put into words. */

import { factsOf } from './history-facts.ts';
import type { HistoryCase, HistoryFact } from './history-question.ts';
import { pullRequestsOf, readChangeLog } from './read-change-log.ts';
import { readSources } from './source-definitions.ts';
import { historyKinds, wordingOf } from './wordings.ts';
import type { HistoryKind } from './wordings.ts';

interface QuestionPlan {
  readonly folder: string;
  readonly commit: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly count: number;
  readonly seed: number;
}

/** Of questions about a line, one in so many points at it without words. */
const structuredEvery = 4;

export async function makeQuestions(plan: QuestionPlan): Promise<HistoryCase[]> {
  const { folder, commit, count, seed } = plan;
  const log = await readChangeLog(folder, commit);
  const of = { folder, commit, log, seed, sources: await readSources(folder, commit) };
  const subjects = new Map(log.map(({ id, subject }) => [id, subject]));
  const share = Math.ceil(count / historyKinds.length);
  const cases: HistoryCase[] = [];
  for (const kind of historyKinds) {
    const facts = await factsOf[kind](of, share);
    const told = facts.map((fact) => ({ id: fact.commit, subject: subjects.get(fact.commit) ?? '' }));
    const requests = await pullRequestsOf(folder, commit, told);
    for (const [number, fact] of facts.entries())
      cases.push({
        id: `${plan.repository} ${kind} ${number + 1}`,
        kind,
        request: requestOf(kind, fact, number),
        truth: { commit: fact.commit, pullRequest: requests.get(fact.commit) },
      });
  }
  return cases;
}

function requestOf(kind: HistoryKind, { values }: HistoryFact, number: number): HistoryCase['request'] {
  const { path, line, name } = values;
  if (kind === 'why-line' && number % structuredEvery === structuredEvery - 1)
    return { path: String(path), startLine: Number(line) };
  const shown = { ...values, ...(name === undefined ? {} : { name: inText(String(name), number) }) };
  return { question: wordingOf(kind, number, shown) };
}

/** A name that is a plain word is marked as one; another in every second round of the wordings. */
function inText(name: string, number: number): string {
  const isPlain = /^[A-Za-z]?[a-z]+$/.test(name);
  return isPlain || number % 2 === 0 ? `\`${name}\`` : name;
}
