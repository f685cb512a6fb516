/** Makes the questions about one repository's history from facts that git reports, a quarter of each kind. */

import { factReaders } from './history-facts.ts';
import type { HistoryCase, HistoryFact } from './history-question.ts';
import { findPullRequests, readChangeLog } from './read-change-log.ts';
import { readSources } from './source-definitions.ts';
import { historyKinds, formatWording } from './wordings.ts';
import type { HistoryKind } from './wordings.ts';

interface QuestionPlan {
  readonly folder: string;
  readonly commit: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly count: number;
  readonly seed: number;
}

/** Every fourth question about a line states only its position, without words. */
const positionOnlyInterval = 4;

export async function makeQuestions(plan: QuestionPlan): Promise<HistoryCase[]> {
  const { folder, commit, count, seed } = plan;
  const log = await readChangeLog(folder, commit);
  const source = { folder, commit, log, seed, sources: await readSources(folder, commit) };
  const subjects = new Map(log.map(({ id, subject }) => [id, subject]));
  const perKind = Math.ceil(count / historyKinds.length);
  const cases: HistoryCase[] = [];
  for (const kind of historyKinds) {
    const facts = await factReaders[kind](source, perKind);
    const commits = facts.map((fact) => ({ id: fact.commit, subject: subjects.get(fact.commit) ?? '' }));
    const pullRequests = await findPullRequests(folder, commit, commits);
    for (const [number, fact] of facts.entries())
      cases.push({
        id: `${plan.repository} ${kind} ${number + 1}`,
        kind,
        request: createRequest(kind, fact, number),
        truth: { commit: fact.commit, pullRequest: pullRequests.get(fact.commit) },
      });
  }
  return cases;
}

function createRequest(kind: HistoryKind, { values }: HistoryFact, number: number): HistoryCase['request'] {
  const { path, line, name } = values;
  if (kind === 'why-line' && number % positionOnlyInterval === positionOnlyInterval - 1)
    return { path: String(path), startLine: Number(line) };
  const formattedValues = {
    ...values,
    ...(name === undefined ? {} : { name: formatName(String(name), number) }),
  };
  return { question: formatWording(kind, number, formattedValues) };
}

/** Puts a name that is a plain word in backticks, and any other name in every second question. */
function formatName(name: string, number: number): string {
  const isPlain = /^[A-Za-z]?[a-z]+$/.test(name);
  return isPlain || number % 2 === 0 ? `\`${name}\`` : name;
}
