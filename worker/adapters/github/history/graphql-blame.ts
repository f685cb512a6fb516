/** Reads blame with GraphQL. Requests several files together, and one by one if that fails. */

import { AppError } from '../../../core/errors.ts';
import type { HostedLocation } from '../../../core/repositories/source.ts';
import type { HostAccess } from '../../../ports/code-host.ts';
import type { BlamedRun, HistorySource } from '../../../ports/history-source.ts';
import { blameDocument, commitsByIdDocument } from './graphql-documents.ts';
import { isGivenUp, type SendGraphql } from './graphql-request.ts';

type BlameResult = Awaited<ReturnType<HistorySource['blame']>>;

interface BlameRequest {
  readonly commit: string;
  readonly paths: readonly string[];
}

export function graphqlBlame(send: SendGraphql): HistorySource['blame'] {
  return async (location, request, access) => {
    const combinedResult = await ignoreGivenUp(requestBlame(send, { location, access }, request));
    if (combinedResult !== undefined) return combinedResult;
    // One file that is missing or takes too long makes the whole request fail.
    const runs = new Map<string, readonly BlamedRun[]>();
    let budget: BlameResult['budget'];
    for (const path of request.paths) {
      const fileResult = await ignoreGivenUp(
        requestBlame(send, { location, access }, { ...request, paths: [path] }),
      );
      budget = fileResult?.budget ?? budget;
      for (const [name, ranges] of fileResult?.runs ?? []) runs.set(name, ranges);
    }
    if (runs.size === 0) await requireCommit(send, { location, access }, request.commit);
    return { runs, budget };
  };
}

/** Returns undefined when a file is missing or GitHub gave up. Rethrows other errors. */
async function ignoreGivenUp(blame: Promise<BlameResult>): Promise<BlameResult | undefined> {
  try {
    return await blame;
  } catch (error) {
    if (isGivenUp(error) || (error instanceof AppError && error.code === 'source_not_found'))
      return undefined;
    throw error;
  }
}

interface RepositoryAccess {
  readonly location: HostedLocation;
  readonly access: HostAccess;
}

async function requestBlame(
  send: SendGraphql,
  { location: { owner, name }, access }: RepositoryAccess,
  { commit, paths }: BlameRequest,
): Promise<BlameResult> {
  const variables = Object.fromEntries(paths.map((path, index) => [`path${index}`, path]));
  const response = await send(
    {
      document: blameDocument(paths.length),
      variables: { owner, name, commit, ...variables },
      subject: `${owner}/${name}`,
    },
    access,
  );
  const object = response.repository.node('object');
  if (object === undefined && response.error !== undefined) throw response.error;
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
  return { runs: new Map(runs), budget: response.budget };
}

/** Throws if GitHub is unavailable or the commit is missing, so that the files themselves are not reported as the cause. */
async function requireCommit(
  send: SendGraphql,
  { location: { owner, name }, access }: RepositoryAccess,
  commit: string,
): Promise<void> {
  const variables = { owner, name, oid0: commit };
  await send({ document: commitsByIdDocument(1), variables, subject: `${owner}/${name}` }, access);
}
