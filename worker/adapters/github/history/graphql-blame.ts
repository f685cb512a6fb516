/** Who changed lines last, by GraphQL: files together as long as GitHub tells them so, and else each alone. */

import { AppError } from '../../../core/errors.ts';
import type { HostedLocation } from '../../../core/repositories/source.ts';
import type { HostAccess } from '../../../ports/code-host.ts';
import type { BlamedRun, HistorySource } from '../../../ports/history-source.ts';
import { blameDocument, commitsByIdDocument } from './graphql-documents.ts';
import { isGivenUp, type AskGraphql } from './graphql-request.ts';

type Blamed = Awaited<ReturnType<HistorySource['blame']>>;

interface Wanted {
  readonly commit: string;
  readonly paths: readonly string[];
}

export function graphqlBlame(ask: AskGraphql): HistorySource['blame'] {
  return async (place, wanted, access) => {
    const together = await untilGivenUp(blameOf(ask, { place, access }, wanted));
    if (together !== undefined) return together;
    // One file that is not there, or that takes too long, takes all others with it.
    const runs = new Map<string, readonly BlamedRun[]>();
    let budget: Blamed['budget'];
    for (const path of wanted.paths) {
      const alone = await untilGivenUp(blameOf(ask, { place, access }, { ...wanted, paths: [path] }));
      budget = alone?.budget ?? budget;
      for (const [name, of] of alone?.runs ?? []) runs.set(name, of);
    }
    if (runs.size === 0) await requireCommit(ask, { place, access }, wanted.commit);
    return { runs, budget };
  };
}

/** Undefined where a file is not there, or GitHub gave up; what it refuses for any other reason goes on. */
async function untilGivenUp(asked: Promise<Blamed>): Promise<Blamed | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isGivenUp(error) || (error instanceof AppError && error.code === 'source_not_found'))
      return undefined;
    throw error;
  }
}

interface Where {
  readonly place: HostedLocation;
  readonly access: HostAccess;
}

async function blameOf(
  ask: AskGraphql,
  { place: { owner, name }, access }: Where,
  { commit, paths }: Wanted,
): Promise<Blamed> {
  const variables = Object.fromEntries(paths.map((path, index) => [`path${index}`, path]));
  const told = await ask(
    {
      document: blameDocument(paths.length),
      variables: { owner, name, commit, ...variables },
      subject: `${owner}/${name}`,
    },
    access,
  );
  const object = told.repository.node('object');
  if (object === undefined && told.refused !== undefined) throw told.refused;
  const runs = paths.flatMap((path, index) => {
    const blame = object?.node(`file${index}`);
    if (blame === undefined) return [];
    const ranges = blame.list('ranges').map((range) => ({
      startLine: range.number('startingLine') ?? 0,
      endLine: range.number('endingLine') ?? 0,
      commit: range.node('commit')?.text('oid') ?? '',
    }));
    return [[path, ranges] as const];
  });
  return { runs: new Map(runs), budget: told.budget };
}

/** Tells files GitHub cannot blame from a GitHub that is down, or knows the repository no more. */
async function requireCommit(
  ask: AskGraphql,
  { place: { owner, name }, access }: Where,
  commit: string,
): Promise<void> {
  const variables = { owner, name, oid0: commit };
  await ask({ document: commitsByIdDocument(1), variables, subject: `${owner}/${name}` }, access);
}
