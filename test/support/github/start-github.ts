/**
 * Starts a local GitHub that serves REST, archives and GraphQL for real git repositories, with GitHub's published GraphQL schema. The API and
 * the archives have separate origins on 127.0.0.1. No other host is called.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerApi, formatError, type AnsweredCall, type ApiCall, type ApiParts } from './answer-api.ts';
import { createBudgets } from './budgets.ts';
import { createCodeload, type Codeload } from './codeload.ts';
import { applyFault, faultReply } from './fault-replies.ts';
import { createFaults, type Fault, type Faults } from './faults.ts';
import { createAnswerGraphQl } from './graphql/answer-graphql.ts';
import { readOperationName } from './graphql/read-operation-name.ts';
import type { Call, GitHubOptions, RepositoryData } from './options.ts';
import { push, type Push } from './push.ts';
import { createAnswerRest } from './rest/answer-rest.ts';
import { send } from './send.ts';
import { createState, type State } from './state.ts';

export interface GitHub {
  /** Base URL of the REST API without a trailing slash. GraphQL is at `/graphql`. */
  readonly url: string;
  /** Origin of the archives. */
  readonly codeloadUrl: string;
  /** Every call answered so far, including archives. */
  readonly calls: readonly Call[];
  /** @returns the new head of the branch */
  push(fullName: string, change: Push): Promise<string>;
  /** Changes a repository's data, such as its visibility, pull requests or issues. */
  change(fullName: string, changes: Partial<RepositoryData>): void;
  /** Replaces all faults and restarts their counts. */
  setFaults(faults: readonly Fault[]): void;
  close(): Promise<void>;
}

/** Bytes beyond this limit are dropped. No call of the API needs a larger body. */
const maxBodyBytes = 1024 * 1024;

export async function startGitHub(options: GitHubOptions): Promise<GitHub> {
  const state = createState(options);
  const faults = createFaults(options.faults ?? []);
  const calls: Call[] = [];
  const budgets = createBudgets(state);
  const codeload = createCodeload(state);
  const answerRest = createAnswerRest(state, budgets, codeload.sign);
  const parts: ApiParts = { state, budgets, answerRest, answerGraphQl: createAnswerGraphQl(state, budgets) };
  const api = await listen(async (call, response) => {
    const operation = readOperationName(call);
    const fault = faults.strike(
      [formatCall(call), ...(operation === undefined ? [] : [operation])].join(' '),
    );
    const answered = await answerWithFault(fault, state.url, call, () => answerApi(parts, call));
    calls.push(recordCall(call, answered, { operation, fault }));
    await send(response, answered.reply, fault);
  });
  const archives = await listen((call, response) =>
    answerArchive({ codeload, faults, calls, state }, call, response),
  );
  state.url = api.url;
  state.codeloadUrl = archives.url;
  const findHosted = (fullName: string) => {
    const [owner = '', name = ''] = fullName.split('/');
    const match = state.find(owner, name);
    if (match === undefined) throw new Error(`This GitHub has no repository ${fullName}.`);
    return match.hosted;
  };
  return {
    url: api.url,
    codeloadUrl: archives.url,
    calls,
    push: (fullName, change) => push(findHosted(fullName), change),
    change: state.change,
    setFaults: faults.replace,
    close: async () => {
      await Promise.all([api.close(), archives.close()]);
      for (const { git } of state.all()) git.close();
    },
  };
}

interface ArchiveParts {
  readonly codeload: Codeload;
  readonly faults: Faults;
  readonly calls: Call[];
  readonly state: State;
}

async function answerArchive(parts: ArchiveParts, call: ApiCall, response: ServerResponse): Promise<void> {
  const fault = parts.faults.strike(formatCall(call));
  const answered = await answerWithFault(fault, parts.state.codeloadUrl, call, async () => {
    const reply = await parts.codeload.answer(call.url).catch(formatError);
    return { reply, viewer: undefined };
  });
  parts.calls.push(recordCall(call, answered, { fault }));
  await send(response, answered.reply, fault);
}

async function answerWithFault(
  fault: Fault | undefined,
  origin: string,
  call: ApiCall,
  answer: () => Promise<AnsweredCall>,
): Promise<AnsweredCall> {
  const replacement = fault === undefined ? undefined : faultReply(fault, `${origin}${getPath(call)}`);
  if (replacement !== undefined) return { reply: replacement, viewer: undefined };
  const answered = await answer();
  return { ...answered, reply: applyFault(fault, answered.reply) };
}

const getPath = ({ url }: ApiCall): string => `${url.pathname}${url.search}`;
const formatCall = (call: ApiCall): string => `${call.method} ${getPath(call)}`;

const recordCall = (
  call: ApiCall,
  { reply, viewer, cost }: AnsweredCall,
  { operation, fault }: { readonly operation?: string | undefined; readonly fault: Fault | undefined },
): Call => ({
  method: call.method,
  path: getPath(call),
  status: reply.status,
  hasToken: call.headers.authorization !== undefined,
  ...(operation === undefined ? {} : { operation }),
  ...(fault === undefined ? {} : { fault: fault.kind }),
  ...(cost === undefined ? {} : { cost }),
  ...(viewer === undefined ? {} : { login: viewer.login }),
});

async function listen(
  answer: (call: ApiCall, response: ServerResponse) => Promise<void>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    void readCall(request)
      .then((call) => answer(call, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<ApiCall> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request)
    if (Buffer.isBuffer(piece) && (size += piece.length) <= maxBodyBytes) pieces.push(piece);
  return {
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://127.0.0.1'),
    headers: request.headers,
    body: Buffer.concat(pieces),
  };
}
