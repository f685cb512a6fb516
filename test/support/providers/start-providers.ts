/**
 * Vendors of language models on loopback: one HTTP server that speaks the dialects of OpenAI (Groq, Ollama and others speak it too),
 * Anthropic and Google, and Workers AI by an object in place of the binding. What each call is answered with is scripted:
 *
 *     const vendors = await startVendors({ script: ({ prompt }) => `Yes. [chunk:${evidenceIdsIn(prompt)[0]}]` });
 *     await startJourneyServer({ MODELS: 'openai/scripted', OPENAI_URL: vendors.urlOf('openai'), OPENAI_KEY: 'x' });
 *     vendors.calls[0]?.call.prompt; await vendors.calls[0]?.closed;
 *
 * `environment` has those addresses and keys of all vendors. Faults are replies too: see `vendor-faults.ts`.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropicDialect } from './anthropic-dialect.ts';
import type { DialectServer } from './dialect.ts';
import { googleDialect } from './google-dialect.ts';
import { openaiDialect } from './openai-dialect.ts';
import { sendJson, speakReply } from './speak-reply.ts';
import {
  dialects,
  replyOf,
  type Dialect,
  type VendorCall,
  type VendorScript,
  type WorkersAiShape,
} from './provider-script.ts';
import { createWorkersAiBinding, type ScriptedAi } from './workers-ai-binding.ts';
import { workersAiDialect } from './workers-ai-dialect.ts';

/** One call that came, from its first byte to the end of its connection. Times are those of `performance.now()`. */
export interface RecordedCall {
  readonly call: VendorCall;
  readonly receivedAt: number;
  /** When the first text, reasoning or tool call was written; undefined before. */
  readonly firstPartAt: number | undefined;
  readonly closedAt: number | undefined;
  /** Whether the caller closed it before it had been answered to its end. */
  readonly wasStopped: boolean;
  /** When it was answered to its end or its connection closed. */
  readonly closed: Promise<void>;
}

/** A call of a vendor's list of models. */
interface ListCall {
  readonly dialect: Dialect;
  readonly headers: Readonly<Record<string, string>>;
}

export type ListScript = (
  call: ListCall,
) => readonly string[] | { readonly status: number; readonly message?: string };

type Recording = { -readonly [Name in keyof RecordedCall]: RecordedCall[Name] };

export interface Vendors {
  /** What the setting of that vendor's address is to be, without a slash at its end. */
  urlOf(dialect: Exclude<Dialect, 'workers-ai'>): string;
  /** In place of the binding `AI`. */
  ai(shape?: WorkersAiShape): ScriptedAi;
  /** Variables that make a server call these vendors: all addresses and keys, `key-of-<vendor>`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Calls that make text, in the order they came; the same list, growing. */
  readonly calls: readonly RecordedCall[];
  /** Calls of their lists of models. */
  readonly lists: readonly ListCall[];
  /** Answers from now on by another script. */
  use(script: VendorScript): void;
  close(): Promise<void>;
}

const servers: Readonly<Record<Dialect, DialectServer>> = {
  openai: openaiDialect,
  anthropic: anthropicDialect,
  google: googleDialect,
  'workers-ai': workersAiDialect,
};

const bases = {
  openai: '/openai/v1',
  anthropic: '/anthropic/v1',
  google: '/google/v1beta',
  'workers-ai': '/workers-ai',
} as const satisfies Record<Dialect, string>;

export async function startVendors({
  script,
  models: listed = () => ['scripted', 'scripted-small'],
}: {
  readonly script: VendorScript;
  /** What the vendors list, or how they refuse to. */
  readonly models?: ListScript;
}): Promise<Vendors> {
  let current = script;
  const calls: Recording[] = [];
  const lists: ListCall[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receivedAt = performance.now();
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const dialect = dialects.find((one) => path.startsWith(`${bases[one]}/`));
    if (dialect === undefined) return void response.writeHead(404).end();
    const speaker = servers[dialect];
    const headers = headersOf(request);
    const body = await bodyOf(request);
    const parsed = request.method === 'POST' ? speaker.read({ path, headers, body }) : undefined;
    if (parsed === undefined) {
      const names = request.method === 'GET' && speaker.list(path, []) !== undefined ? listed : undefined;
      const told = names?.({ dialect, headers }) ?? [];
      lists.push({ dialect, headers });
      return sendJson(response, listReply(speaker, { path, told, isList: names !== undefined }));
    }
    const prompt = parsed.messages.map(({ text }) => text).join('\n\n');
    const call: VendorCall = { dialect, number: calls.length + 1, headers, body, prompt, ...parsed };
    const stopped = new AbortController();
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
      stopped.abort();
    });
    const reply = replyOf(await current(call));
    await speakReply({
      call,
      reply,
      speaker,
      response,
      signal: stopped.signal,
      begun: () => (record.firstPartAt ??= performance.now()),
      ended: () => (hasEnded = true),
    });
  };

  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const urlOf = (dialect: Dialect): string => origin + bases[dialect];
  return {
    urlOf,
    ai: (shape = 'response') => createWorkersAiBinding(urlOf('workers-ai'), shape),
    environment: {
      OPENAI_URL: urlOf('openai'),
      OPENAI_KEY: 'key-of-openai',
      GROQ_URL: urlOf('openai'),
      GROQ_KEY: 'key-of-groq',
      COMPATIBLE_URL: urlOf('openai'),
      COMPATIBLE_KEY: 'key-of-compatible',
      GOOGLE_URL: urlOf('google'),
      GOOGLE_KEY: 'key-of-google',
      ANTHROPIC_URL: urlOf('anthropic'),
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

const notFound = { status: 404, message: 'There is no such address.', retryAfterSeconds: undefined };

function listReply(
  speaker: DialectServer,
  {
    path,
    told,
    isList,
  }: {
    readonly path: string;
    readonly told: ReturnType<ListScript>;
    readonly isList: boolean;
  },
): Parameters<typeof sendJson>[1] {
  if (!isList) return speaker.refuse(notFound);
  if (!('status' in told)) return { status: 200, body: speaker.list(path, told) };
  return speaker.refuse({ ...notFound, message: 'It was scripted to fail.', ...told });
}

function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}
