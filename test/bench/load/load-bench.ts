/**
 * `load`: many callers of a hosted server with several identities. First, limits: 500 callers at once of one key with a limit of requests, and
 * 100 questions at once with a key that has ten. Then a flood: the time of one key's calls alone, and while another key, which has used up
 * its limit, floods the server. Then 500 callers for 60 seconds (`--seconds`, `--callers`).
 */

import { performance } from 'node:perf_hooks';
import { usageError } from '../../../clients/cli/command-error.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { startHostedServer, type HostedServer } from '../../support/accounts/hosted-server.ts';
import type { Bench } from '../bench.ts';
import { Callers, countLimitErrors, p95, type Call, type Identity, type Outcome } from './callers.ts';
import { clientOf, setUpTenant, type Tenant } from './set-up-tenants.ts';

const tenantCount = 6;
const limitedRequests = 60;
const limitedQuestions = 10;
const floodCallers = 200;
const quietCallers = 4;
const quietMs = 10_000;
/** A key stays below its limit in a load that is not about limits. */
const manyRequests = '1000000';

interface LoadResult {
  readonly calls: number;
  readonly serverErrors: number;
  readonly quotaErrors: number;
  readonly p95Ms: number;
  readonly floodedNeighbourRatio: number;
  readonly callsPerSecond: number;
  readonly refused: number;
  readonly neighbourP95Ms: number;
  readonly floodedNeighbourP95Ms: number;
}

export const loadBench: Bench = async (args, { terminal, signal }) => {
  const callers = readNumber(args, '--callers') ?? 500;
  const seconds = readNumber(args, '--seconds') ?? 60;
  const hosted = await startHostedServer({
    REQUESTS_PER_MINUTE: manyRequests,
    ANONYMOUS_REQUESTS_PER_MINUTE: manyRequests,
    ANONYMOUS_QUESTIONS: manyRequests,
    USER_QUESTIONS: manyRequests,
  });
  try {
    terminal.note(`Setting up ${tenantCount} users, each with a repository of the same bytes`);
    const tenants: Tenant[] = [];
    for (let number = 1; number <= tenantCount; number += 1)
      tenants.push(await setUpTenant(hosted, number, signal));
    const result = await measureLoad({ hosted, tenants, callers, seconds });
    terminal.print(describe(result, callers));
    return result;
  } finally {
    await hosted.close();
  }
};

interface Load {
  readonly hosted: HostedServer;
  readonly tenants: readonly Tenant[];
  readonly callers: number;
  readonly seconds: number;
}

async function measureLoad({ hosted, tenants, callers, seconds }: Load): Promise<LoadResult> {
  const [first, second] = tenants;
  if (first === undefined || second === undefined) throw new Error('The load needs two users.');
  const limitErrors = (await checkRequests(hosted, first, callers)) + (await checkQuestions(hosted, second));
  const flood = await measureFlood(hosted, first, second);
  await clientOf(hosted, first.key).changeRepository(first.repositoryId, 'public');
  const loaded = new Callers(hosted.url);
  const limited = await first.createKey('limited', { requestsPerMinute: limitedRequests });
  const identities = createIdentities(tenants, first, limited);
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: callers }, (_, caller) => {
      const sender = identities[caller % identities.length];
      if (sender === undefined) throw new Error('There are no identities.');
      return loaded.loop(sender.identity, (turn) => nextCall(sender.repositoryId, turn + caller), until);
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  loaded.close();
  const { outcomes } = loaded;
  const refused = outcomes.filter(({ status }) => status === 429);
  const ofLimited = outcomes.filter(({ identity }) => identity === limited.name);
  const wronglyRefused = refused.filter(({ identity }) => identity !== limited.name).length;
  return {
    calls: outcomes.length,
    serverErrors: outcomes.filter(({ status }) => status === 0 || status >= 500).length,
    quotaErrors: limitErrors + wronglyRefused + countLimitErrors(ofLimited, limitedRequests),
    p95Ms: p95(outcomes.filter(({ status }) => status !== 429).map(({ ms }) => ms)),
    ...flood,
    callsPerSecond: Math.round(outcomes.length / (elapsedMs / 1_000)),
    refused: refused.length,
  };
}

interface Sender {
  readonly identity: Identity;
  readonly repositoryId: string;
}

/** Of ten callers: six use keys, two sessions, one is a visitor of the public repository, and one shares the limited key. */
function createIdentities(tenants: readonly Tenant[], open: Tenant, limited: Identity): readonly Sender[] {
  return tenants.flatMap(({ key, session, repositoryId }, index) => {
    const byKey = { identity: key, repositoryId };
    const visitor = { name: `visitor ${index}`, headers: {}, address: `127.0.1.${index + 1}` };
    return [
      ...Array.from({ length: 6 }, () => byKey),
      ...Array.from({ length: 2 }, () => ({ identity: session, repositoryId })),
      { identity: visitor, repositoryId: open.repositoryId },
      { identity: limited, repositoryId: open.repositoryId },
    ];
  });
}

/** Of a hundred calls: one question, four searches, four text searches, and reads. */
function nextCall(repositoryId: string, turn: number): Call {
  const path = `/v1/repositories/${repositoryId}`;
  const kind = turn % 100;
  if (kind === 0) return ask(repositoryId);
  if (kind <= 4)
    return { method: 'POST', path: `${path}/search`, body: { query: `parse the options ${turn}` } };
  if (kind <= 8) return { method: 'POST', path: `${path}/grep`, body: { pattern: 'return', limit: 20 } };
  if (kind <= 35) return { method: 'GET', path: `${path}/symbols?name=parse` };
  if (kind <= 60) return { method: 'GET', path: `${path}/files` };
  if (kind <= 75) return { method: 'GET', path: '/v1/repositories' };
  return { method: 'GET', path };
}

function ask(repositoryId: string): Call {
  const path = `/v1/repositories/${repositoryId}/answers`;
  return { method: 'POST', path, body: { question: 'Where is the version read?' } };
}

/** All callers at once with one key: as many as its limit are granted in each minute, and no more. */
async function checkRequests(hosted: HostedServer, tenant: Tenant, callers: number): Promise<number> {
  const key = await tenant.createKey('exact', { requestsPerMinute: limitedRequests });
  const sent = new Callers(hosted.url);
  const call: Call = { method: 'GET', path: `/v1/repositories/${tenant.repositoryId}` };
  await Promise.all(Array.from({ length: callers }, () => sent.call(key, call)));
  sent.close();
  return countLimitErrors(sent.outcomes, limitedRequests);
}

async function checkQuestions(hosted: HostedServer, tenant: Tenant): Promise<number> {
  const key = await tenant.createKey('ten questions', { questionsPerDay: limitedQuestions });
  const sent = new Callers(hosted.url);
  await Promise.all(
    Array.from({ length: 10 * limitedQuestions }, () => sent.call(key, ask(tenant.repositoryId))),
  );
  sent.close();
  const count = (status: number): number =>
    sent.outcomes.filter((outcome) => outcome.status === status).length;
  return Math.abs(count(200) - limitedQuestions) + Math.abs(count(429) - 9 * limitedQuestions);
}

function readRepository({ repositoryId }: Tenant): Call {
  return { method: 'GET', path: `/v1/repositories/${repositoryId}` };
}

/** The time of one user's reads, alone and while a key of another user floods the server. */
async function measureFlood(
  hosted: HostedServer,
  flooding: Tenant,
  quiet: Tenant,
): Promise<Pick<LoadResult, 'neighbourP95Ms' | 'floodedNeighbourP95Ms' | 'floodedNeighbourRatio'>> {
  const key = await flooding.createKey('flooding', { requestsPerMinute: limitedRequests });
  const timeQuiet = async (): Promise<number> => {
    const calls = new Callers(hosted.url);
    const until = performance.now() + quietMs;
    await Promise.all(
      Array.from({ length: quietCallers }, () => calls.loop(quiet.key, () => readRepository(quiet), until)),
    );
    calls.close();
    return p95(calls.outcomes.map(({ ms }: Outcome) => ms));
  };
  await timeQuiet();
  const alone = await timeQuiet();
  const flood = new Callers(hosted.url);
  const until = performance.now() + quietMs + 2_000;
  const flooded = Promise.all(
    Array.from({ length: floodCallers }, () => flood.loop(key, () => readRepository(flooding), until)),
  );
  const beside = await timeQuiet();
  await flooded;
  flood.close();
  return {
    neighbourP95Ms: alone,
    floodedNeighbourP95Ms: beside,
    floodedNeighbourRatio: Math.round((beside / Math.max(1, alone)) * 100) / 100,
  };
}

/** @throws CommandError if the option is not a positive whole number */
function readNumber(args: readonly string[], flag: string): number | undefined {
  const index = args.indexOf(flag);
  if (index < 0) return undefined;
  const value = Number(args[index + 1]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw usageError(`${flag} is not a positive whole number.`, `Set it to a number, for example ${flag} 60.`);
}

function describe(result: LoadResult, callers: number): string {
  return formatTable([
    [`${callers} callers`, 'value'],
    ['calls', result.calls],
    ['calls a second', result.callsPerSecond],
    ['server errors', result.serverErrors],
    ['limits exceeded, or refused too early', result.quotaErrors],
    ['refused by a limit', result.refused],
    ['p95 of answered calls, ms', result.p95Ms],
    ['p95 of a key alone, ms', result.neighbourP95Ms],
    ['p95 of it while another key floods, ms', result.floodedNeighbourP95Ms],
    ['ratio', result.floodedNeighbourRatio],
  ]);
}
