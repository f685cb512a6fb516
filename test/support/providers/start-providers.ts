/**
 * Starts model providers on loopback: one HTTP server that implements the dialects of OpenAI (also used by Groq, Ollama and others),
 * Anthropic and Google, and an object that replaces the Workers AI binding. A script answers each call:
 *
 *     const providers = await startProviders({ script: ({ prompt }) => `Yes. [chunk:${findEvidenceIds(prompt)[0]}]` });
 *     await startJourneyServer({ MODELS: 'openai/scripted', OPENAI_URL: providers.getUrl('openai'), OPENAI_KEY: 'x' });
 *     providers.calls[0]?.call.prompt; await providers.calls[0]?.closed;
 *
 * `environment` has the addresses and keys of all providers. Faults are also replies: see `provider-faults.ts`.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropicDialect } from './anthropic-dialect.ts';
import type { DialectServer } from './dialect.ts';
import { googleDialect } from './google-dialect.ts';
import { openaiDialect } from './openai-dialect.ts';
import { sendJson, sendReply } from './send-reply.ts';
import {
  dialects,
  toReply,
  type Dialect,
  type ProviderCall,
  type ProviderScript,
  type WorkersAiShape,
} from './provider-script.ts';
import { createWorkersAiBinding, type ScriptedAi, workersAiDialect } from './workers-ai-dialect.ts';

/** The record of one call until its connection is closed. Times come from `performance.now()`. */
export interface RecordedCall {
  readonly call: ProviderCall;
  readonly receivedAt: number;
  /** Time at which the first text, reasoning or tool call was written; undefined until then. */
  readonly firstPartAt: number | undefined;
  readonly closedAt: number | undefined;
  /** Whether the caller closed the connection before the answer was complete. */
  readonly wasStopped: boolean;
  /** Resolves when the answer is complete or its connection is closed. */
  readonly closed: Promise<void>;
}

/** A call for a provider's list of models. */
interface ListCall {
  readonly dialect: Dialect;
  readonly headers: Readonly<Record<string, string>>;
}

export type ListScript = (
  call: ListCall,
) => readonly string[] | { readonly status: number; readonly message?: string };

type Recording = { -readonly [Name in keyof RecordedCall]: RecordedCall[Name] };

export interface Providers {
  /** Returns the value for the address setting of a provider, without a trailing slash. */
  getUrl(dialect: Exclude<Dialect, 'workers-ai'>): string;
  /** Creates a replacement for the `AI` binding. */
  ai(shape?: WorkersAiShape): ScriptedAi;
  /** Variables that make a server call these providers: all addresses, and the keys `key-of-<provider>`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Calls that generate text, in order. The list grows with each call. */
  readonly calls: readonly RecordedCall[];
  /** Calls for lists of models. */
  readonly lists: readonly ListCall[];
  /** Replaces the script. */
  use(script: ProviderScript): void;
  close(): Promise<void>;
}

const dialectServers: Readonly<Record<Dialect, DialectServer>> = {
  openai: openaiDialect,
  anthropic: anthropicDialect,
  google: googleDialect,
  'workers-ai': workersAiDialect,
};

const basePaths = {
  openai: '/openai/v1',
  anthropic: '/anthropic/v1',
  google: '/google/v1beta',
  'workers-ai': '/workers-ai',
} as const satisfies Record<Dialect, string>;

export async function startProviders({
  script,
  models: listModels = () => ['scripted', 'scripted-small'],
}: {
  readonly script: ProviderScript;
  /** Returns the models that the providers list, or the error of that call. */
  readonly models?: ListScript;
}): Promise<Providers> {
  let current = script;
  const calls: Recording[] = [];
  const lists: ListCall[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receivedAt = performance.now();
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const dialect = dialects.find((name) => path.startsWith(`${basePaths[name]}/`));
    if (dialect === undefined) return void response.writeHead(404).end();
    const dialectServer = dialectServers[dialect];
    const headers = readHeaders(request);
    const body = await readBody(request);
    const parsed = request.method === 'POST' ? dialectServer.parseCall({ path, headers, body }) : undefined;
    if (parsed === undefined) {
      const listScript =
        request.method === 'GET' && dialectServer.formatModelList(path, []) !== undefined
          ? listModels
          : undefined;
      const reply = listScript?.({ dialect, headers }) ?? [];
      lists.push({ dialect, headers });
      return sendJson(
        response,
        createListReply(dialectServer, { path, listResult: reply, isList: listScript !== undefined }),
      );
    }
    const prompt = parsed.messages.map(({ text }) => text).join('\n\n');
    const call: ProviderCall = { dialect, number: calls.length + 1, headers, body, prompt, ...parsed };
    const callerAbort = new AbortController();
    let hasEnded = false;
    const record: Recording = {
      call,
      receivedAt,
      firstPartAt: undefined,
      closedAt: undefined,
      wasStopped: false,
      closed: new Promise((settle) => response.on('close', () => settle())),
    };
    calls.push(record);
    response.on('close', () => {
      record.closedAt = performance.now();
      record.wasStopped = !hasEnded;
      callerAbort.abort();
    });
    const reply = toReply(await current(call));
    await sendReply({
      call,
      reply,
      dialect: dialectServer,
      response,
      signal: callerAbort.signal,
      onBegin: () => (record.firstPartAt ??= performance.now()),
      onEnd: () => (hasEnded = true),
    });
  };

  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const getUrl = (dialect: Dialect): string => origin + basePaths[dialect];
  return {
    getUrl,
    ai: (shape = 'response') => createWorkersAiBinding(getUrl('workers-ai'), shape),
    environment: {
      OPENAI_URL: getUrl('openai'),
      OPENAI_KEY: 'key-of-openai',
      GROQ_URL: getUrl('openai'),
      GROQ_KEY: 'key-of-groq',
      COMPATIBLE_URL: getUrl('openai'),
      COMPATIBLE_KEY: 'key-of-compatible',
      GOOGLE_URL: getUrl('google'),
      GOOGLE_KEY: 'key-of-google',
      ANTHROPIC_URL: getUrl('anthropic'),
      ANTHROPIC_KEY: 'key-of-anthropic',
    },
    calls,
    lists,
    use: (next) => (current = next),
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

const notFound = { status: 404, message: 'This address does not exist.', retryAfterSeconds: undefined };

function createListReply(
  dialectServer: DialectServer,
  {
    path,
    listResult,
    isList,
  }: {
    readonly path: string;
    readonly listResult: ReturnType<ListScript>;
    readonly isList: boolean;
  },
): Parameters<typeof sendJson>[1] {
  if (!isList) return dialectServer.formatError(notFound);
  if (!('status' in listResult))
    return { status: 200, body: dialectServer.formatModelList(path, listResult) };
  return dialectServer.formatError({
    ...notFound,
    message: 'The script makes this call fail.',
    ...listResult,
  });
}

function readHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
