/**
 * Streams conversations at a speed that the test sets, to show states that are too short on a real server. As on the real server, parts are
 * numbered. A turn continues without listeners, and a client can join it after any part or stop it.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnswerStreamPart } from '../../../worker/contract/answers/stream.ts';
import type { Conversation, ConversationTurn } from '../../../worker/contract/answers/conversation.ts';

export interface PacedTurns {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Sets the parts that answer the next questions, after `start`, and the milliseconds before each part. */
  readonly script: (parts: readonly AnswerStreamPart[], delayMs: number) => void;
  /** Closes every connection to a turn. The turns continue. */
  readonly drop: () => void;
}

interface StoredTurn extends ConversationTurn {
  state: ConversationTurn['state'];
  readonly listeners: Set<() => void>;
}

export function createPacedTurns(repositoryId: string): PacedTurns {
  const openResponses = new Set<ServerResponse>();
  const conversations = new Map<string, StoredTurn[]>();
  let scriptedParts: readonly AnswerStreamPart[] = [];
  let partDelayMs = 0;

  async function stream(
    turn: StoredTurn,
    parts: readonly AnswerStreamPart[],
    delayMs: number,
  ): Promise<void> {
    for (const part of parts) {
      await new Promise((settle) => setTimeout(settle, delayMs));
      if (turn.state !== 'running') return;
      add(turn, part);
      if (part.type === 'finish') turn.state = 'done';
      if (part.type === 'error') turn.state = 'failed';
    }
    for (const notify of turn.listeners) notify();
  }

  function begin(id: string, request: { question: string; retry?: boolean }): StoredTurn {
    const turns = (conversations.get(id) ?? []).slice(0, request.retry === true ? -1 : undefined);
    const number = turns.length + 1;
    const turnId = `${id}-${number}-${Math.random().toString(36).slice(2)}`;
    const turn: StoredTurn = {
      id: turnId,
      number,
      question: request.question,
      state: 'running',
      askedAt: new Date().toISOString(),
      parts: [],
      listeners: new Set(),
    };
    const metadata = { answerId: turnId, conversationId: id, turn: number, snapshotId: '', cached: false };
    const parts = scriptedParts.map((part) => withMetadata(part, metadata));
    conversations.set(id, [...turns, turn]);
    void stream(
      turn,
      [{ type: 'start', messageId: turnId, messageMetadata: metadata }, ...parts],
      partDelayMs,
    );
    return turn;
  }

  /** When every conversation began and will be deleted. */
  const times = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-31T00:00:00.000Z' };

  function handle(request: IncomingMessage, response: ServerResponse): boolean {
    openResponses.add(response);
    response.on('close', () => openResponses.delete(response));
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const repositoryPath = `/v1/repositories/${repositoryId}`;
    if (pathname === `${repositoryPath}/answers` && request.method === 'POST') {
      void readJson(request).then((body) => follow(response, begin(body.conversationId, body), 0));
      return true;
    }
    const [, id = '', rest = ''] = /\/conversations\/([^/]+)(.*)$/.exec(pathname) ?? [];
    const turns = conversations.get(id);
    if (turns === undefined) return false;
    if (rest === '') send(response, { id, repositoryId, ...times, turns } satisfies Conversation);
    else if (rest === '/stop') send(response, stop(turns));
    else
      follow(
        response,
        turns.find((turn) => rest.includes(turn.id)),
        Number(searchParams.get('after')),
      );
    return true;
  }

  return {
    handle,
    script(parts, delayMs) {
      scriptedParts = parts;
      partDelayMs = delayMs;
    },
    drop() {
      for (const response of openResponses) response.destroy();
      openResponses.clear();
    },
  };
}

function add(turn: StoredTurn, part: AnswerStreamPart): void {
  turn.parts.push(part);
  for (const notify of turn.listeners) notify();
}

function stop(turns: readonly StoredTurn[]): { turn: string | null; endedMs: number } {
  const runningTurn = turns.find(({ state }) => state === 'running');
  if (runningTurn === undefined) return { turn: null, endedMs: 0 };
  runningTurn.state = 'stopped';
  add(runningTurn, { type: 'abort', reason: 'It was stopped.' });
  return { turn: runningTurn.id, endedMs: 1 };
}

function follow(response: ServerResponse, turn: StoredTurn | undefined, after: number): void {
  if (turn === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sentParts = after;
  const notify = (): void => {
    for (; sentParts < turn.parts.length; sentParts += 1)
      response.write(`id: ${sentParts + 1}\ndata: ${JSON.stringify(turn.parts[sentParts])}\n\n`);
    if (turn.state === 'running') return;
    turn.listeners.delete(notify);
    response.end('data: [DONE]\n\n');
  };
  turn.listeners.add(notify);
  response.on('close', () => turn.listeners.delete(notify));
  notify();
}

function withMetadata(
  part: AnswerStreamPart,
  metadata: Extract<AnswerStreamPart, { type: 'start' }>['messageMetadata'],
): AnswerStreamPart {
  return part.type === 'finish'
    ? { ...part, messageMetadata: { ...part.messageMetadata, ...metadata } }
    : part;
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function readJson(
  request: IncomingMessage,
): Promise<{ question: string; conversationId: string; retry?: boolean }> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as {
    question: string;
    conversationId: string;
    retry?: boolean;
  };
}
