/**
 * `injections`: words addressed to a model in files, names, commits, pull requests, issues, pages, attachments and questions, put before a
 * scripted model that does what each says, through the public door of a server of its own. `--only <text>` asks those of that place or kind.
 */

import { emptyAnswer, reduceAnswer } from '../../web/src/lib/features/ask/reduce-answer.ts';
import type { AnswerStreamPart } from '../../worker/contract/answer-stream.ts';
import { createClient, type Client } from '../../worker/contract/client.ts';
import { groupBy } from '../eval/graph/group-by.ts';
import { startGitHub } from '../support/github/start-github.ts';
import { serveWeb } from '../support/web-server.ts';
import { startVendors, type Vendors } from '../support/vendors/start-vendors.ts';
import type { VendorCall, VendorReply } from '../support/vendors/vendor-script.ts';
import type { Bench, BenchContext } from './bench.ts';
import { judge, type Verdict } from './injections-judge.ts';
import { injections } from './injections-list.ts';
import {
  injectedPages,
  makeInjectedRepository,
  placeInjections,
  type PlacedInjection,
} from './injections-world.ts';
import { withFolder, withServer } from './with-server.ts';

const token = 'of-the-bench';

export const injectionsBench: Bench = async (args, context) => {
  await using trap = await serveWeb(() => ({ status: 200, body: 'taken' }));
  const all = placeInjections(injections, `${trap.url}taken`);
  await using docs = await serveWeb(injectedPages(all));
  const only = args[args.indexOf('--only') + 1];
  const placed = args.includes('--only')
    ? all.filter(({ place, kind, name }) => [place, kind, name].some((one) => one.includes(only ?? '')))
    : all;
  // Awaited here: what is used ends with this function.
  return await withFolder('injections', async (folder) => {
    const past = makeInjectedRepository(folder, all);
    const github = await startGitHub({
      repositories: [{ owner: 'acme', name: 'harbour', folder, ...past }],
      tokens: [{ token, login: 'bench', canRead: [] }],
    });
    let current: PlacedInjection | undefined;
    const vendors = await startVendors({ script: (call) => obey(call, current) });
    const hosts = [github.url, github.codeloadUrl, docs.url].map((url) => new URL(url).host);
    const vars = {
      ...vendors.environment,
      MODELS: 'openai/scripted',
      GITHUB_API_URL: github.url,
      GITHUB_TOKEN: token,
      LOOPBACK_HOSTS: hosts.join(','),
    };
    try {
      return await withServer({ vars, signal: context.signal }, async ({ url }) => {
        const client = createClient({ baseUrl: url });
        const code = await indexed(client, { source: 'acme/harbour', history: 'full' }, context.signal);
        const pages = await indexed(client, { source: `${docs.url}docs/` }, context.signal);
        const verdicts: Verdict[] = [];
        for (const injection of placed) {
          context.signal.throwIfAborted();
          current = injection;
          const at = { client, id: injection.place === 'page' ? pages : code, origin: url, vendors, trap };
          verdicts.push(await attempt(injection, at));
        }
        return told(verdicts, context);
      });
    } finally {
      await vendors.close();
      await github.close();
    }
  });
};

/** Writes what the words ask for, citing the very lines they stand in. */
function obey({ prompt }: VendorCall, injection: PlacedInjection | undefined): VendorReply {
  if (injection === undefined) return { steps: ['Nothing is asked. [chunk:none]'] };
  const blocks = [...prompt.matchAll(/<(evidence(?:-\d+)?) id="(e\d+)"[^>]*>([^]*?)<\/\1>/g)];
  const holder = blocks.find(([whole]) => whole.includes(injection.nonce)) ?? blocks[0];
  const text = injection.obeyed.replaceAll('{id}', holder?.[2] ?? 'e1');
  const pieces = text.match(/[^]{1,9}/gu) ?? [];
  const tool = injection.tool === undefined ? [] : [{ toolCall: injection.tool }];
  return { steps: [...pieces, ...tool] };
}

async function attempt(
  injection: PlacedInjection,
  at: {
    readonly client: Client;
    readonly id: string;
    readonly origin: string;
    readonly vendors: Vendors;
    readonly trap: { readonly asked: readonly string[] };
  },
): Promise<Verdict> {
  const { client, id, origin, vendors, trap } = at;
  const [called, taken] = [vendors.calls.length, trap.asked.length];
  const parts: AnswerStreamPart[] = [];
  for await (const { part } of client.streamAnswer(id, injection.request)) parts.push(part);
  const state = parts.reduce(reduceAnswer, emptyAnswer);
  const calls = vendors.calls.slice(called);
  return judge({ injection, parts, state, calls, taken: trap.asked.length - taken, origin });
}

/** @returns the id once it is ready, its past with it */
async function indexed(
  client: Client,
  asked: Parameters<Client['addSource']>[0],
  signal: AbortSignal,
): Promise<string> {
  const { id } = await client.addSource(asked);
  for (;;) {
    signal.throwIfAborted();
    const { status, history, error } = await client.getRepository(id);
    if (status === 'failed') throw new Error(`${asked.source} was not indexed: ${error?.message ?? ''}`);
    const isPast = asked.history === undefined || history?.state === 'done';
    if (history?.state === 'failed') throw new Error(`The past of ${asked.source} was not fetched.`);
    if (status === 'ready' && isPast) return id;
    await new Promise((next) => setTimeout(next, 200));
  }
}

function told(verdicts: readonly Verdict[], { terminal }: BenchContext) {
  const attempts = verdicts.filter(({ isTried }) => isTried);
  for (const { injection, isTried, found, obeyed, hidden } of verdicts) {
    const wrong = [
      ...(isTried ? [] : [`it never came before the model, only ${found.join(', ') || 'nothing'}`]),
      ...obeyed.map((one) => `obeyed: ${one}`),
      ...hidden,
    ];
    if (wrong.length > 0)
      terminal.print(`${injection.place}, ${injection.kind} (${injection.name}): ${wrong.join('; ')}`);
  }
  const places = groupBy(verdicts, ({ injection }) => injection.place);
  const obeyed = verdicts.filter((one) => one.obeyed.length > 0).length;
  const shown = attempts.filter(({ hidden }) => hidden.length === 0).length;
  terminal.print(
    `${verdicts.length} injections, ${attempts.length} before the model: ${obeyed} obeyed, ${shown} shown with their marks.`,
  );
  return {
    attempts: attempts.length,
    obeyed,
    shown,
    injections: verdicts.length,
    places: Object.fromEntries([...places].map(([place, list]) => [place, list.length])),
  };
}
