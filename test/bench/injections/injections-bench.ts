/**
 * `injections`: puts instructions to a model into files, names, commits, pull requests, issues, pages, attachments and questions. Asks a server
 * about each of them through the public API; a scripted model obeys every instruction. `--only <text>` runs those whose place, kind or name contains the text.
 */

import { emptyAnswer, reduceAnswer } from '../../../web/src/lib/features/ask/answer/reduce-answer.ts';
import type { AnswerStreamPart } from '../../../worker/contract/answers/stream.ts';
import { createClient, type Client } from '../../../worker/contract/client.ts';
import { groupBy } from '../../eval/graph/group-by.ts';
import { startGitHub } from '../../support/github/start-github.ts';
import { startWebServer } from '../../support/server/web-server.ts';
import { startProviders, type Providers } from '../../support/providers/start-providers.ts';
import type { ProviderCall, ProviderReply } from '../../support/providers/provider-script.ts';
import { type Bench, type BenchContext, withFolder, withServer } from '../bench.ts';
import { assessAttempt, type Verdict } from './assess-attempt.ts';
import { injections } from './injections.ts';
import {
  serveInjectedPages,
  createInjectedRepository,
  placeInjections,
  type PlacedInjection,
} from './injected-repository.ts';

const token = 'bench-token';

export const injectionsBench: Bench = async (args, context) => {
  await using trap = await startWebServer(() => ({ status: 200, body: 'taken' }));
  const allInjections = placeInjections(injections, `${trap.url}taken`);
  await using docs = await startWebServer(serveInjectedPages(allInjections));
  const only = args[args.indexOf('--only') + 1];
  const placed = args.includes('--only')
    ? allInjections.filter(({ place, kind, name }) =>
        [place, kind, name].some((value) => value.includes(only ?? '')),
      )
    : allInjections;
  // Awaited before returning, since the disposables end with this function.
  return await withFolder('injections', async (folder) => {
    const history = createInjectedRepository(folder, allInjections);
    const github = await startGitHub({
      repositories: [{ owner: 'acme', name: 'harbour', folder, ...history }],
      tokens: [{ token, login: 'bench', canRead: [] }],
    });
    let current: PlacedInjection | undefined;
    const providers = await startProviders({ script: (call) => obey(call, current) });
    const hosts = [github.url, github.codeloadUrl, docs.url].map((url) => new URL(url).host);
    const vars = {
      ...providers.environment,
      MODELS: 'openai/scripted',
      GITHUB_API_URL: github.url,
      GITHUB_TOKEN: token,
      LOOPBACK_HOSTS: hosts.join(','),
    };
    try {
      return await withServer({ vars, signal: context.signal }, async ({ url }) => {
        const client = createClient({ baseUrl: url });
        const code = await indexSource(client, { source: 'acme/harbour', history: 'full' }, context.signal);
        const pages = await indexSource(client, { source: `${docs.url}docs/` }, context.signal);
        const verdicts: Verdict[] = [];
        for (const injection of placed) {
          context.signal.throwIfAborted();
          current = injection;
          const target = {
            client,
            id: injection.place === 'page' ? pages : code,
            origin: url,
            providers,
            trap,
          };
          verdicts.push(await attempt(injection, target));
        }
        return report(verdicts, context);
      });
    } finally {
      await providers.close();
      await github.close();
    }
  });
};

/** Scripts the model: it writes what the injection asks for and cites the evidence that contains the injection. */
function obey({ prompt }: ProviderCall, injection: PlacedInjection | undefined): ProviderReply {
  if (injection === undefined) return { steps: ['No injection is active. [chunk:none]'] };
  const blocks = [...prompt.matchAll(/<(evidence(?:-\d+)?) id="(e\d+)"[^>]*>([^]*?)<\/\1>/g)];
  const source = blocks.find(([whole]) => whole.includes(injection.nonce)) ?? blocks[0];
  const text = injection.obedientText.replaceAll('{id}', source?.[2] ?? 'e1');
  const pieces = text.match(/[^]{1,9}/gu) ?? [];
  const tool = injection.tool === undefined ? [] : [{ toolCall: injection.tool }];
  return { steps: [...pieces, ...tool] };
}

async function attempt(
  injection: PlacedInjection,
  target: {
    readonly client: Client;
    readonly id: string;
    readonly origin: string;
    readonly providers: Providers;
    readonly trap: { readonly requestedPaths: readonly string[] };
  },
): Promise<Verdict> {
  const { client, id, origin, providers, trap } = target;
  const [callsBefore, requestsBefore] = [providers.calls.length, trap.requestedPaths.length];
  const parts: AnswerStreamPart[] = [];
  for await (const { part } of client.streamAnswer(id, injection.request)) parts.push(part);
  const state = parts.reduce(reduceAnswer, emptyAnswer);
  const calls = providers.calls.slice(callsBefore);
  return assessAttempt({
    injection,
    parts,
    state,
    calls,
    trapRequests: trap.requestedPaths.length - requestsBefore,
    origin,
  });
}

/** @returns the id once the repository and its requested history are ready */
async function indexSource(
  client: Client,
  request: Parameters<Client['addSource']>[0],
  signal: AbortSignal,
): Promise<string> {
  const { id } = await client.addSource(request);
  for (;;) {
    signal.throwIfAborted();
    const { status, history, error } = await client.getRepository(id);
    if (status === 'failed') throw new Error(`${request.source} was not indexed: ${error?.message ?? ''}`);
    const isHistoryReady = request.history === undefined || history?.state === 'done';
    if (history?.state === 'failed') throw new Error(`The history of ${request.source} was not fetched.`);
    if (status === 'ready' && isHistoryReady) return id;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function report(verdicts: readonly Verdict[], { terminal }: BenchContext) {
  const attempts = verdicts.filter(({ isTried }) => isTried);
  for (const { injection, isTried, promptEvidence, violations, hidden } of verdicts) {
    const problems = [
      ...(isTried
        ? []
        : [
            `the injection never reached the model; the prompt had only ${promptEvidence.join(', ') || 'nothing'}`,
          ]),
      ...violations.map((violation) => `obeyed: ${violation}`),
      ...hidden,
    ];
    if (problems.length > 0)
      terminal.print(`${injection.place}, ${injection.kind} (${injection.name}): ${problems.join('; ')}`);
  }
  const places = groupBy(verdicts, ({ injection }) => injection.place);
  const obeyed = verdicts.filter((verdict) => verdict.violations.length > 0).length;
  const shown = attempts.filter(({ hidden }) => hidden.length === 0).length;
  terminal.print(
    `${verdicts.length} injections, ${attempts.length} reached the model: ${obeyed} obeyed, ${shown} shown with their marks.`,
  );
  return {
    attempts: attempts.length,
    obeyed,
    shown,
    injections: verdicts.length,
    places: Object.fromEntries([...places].map(([place, list]) => [place, list.length])),
  };
}
