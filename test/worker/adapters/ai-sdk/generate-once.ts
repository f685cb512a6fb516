/** Runs one generator request, and starts a server that answers every request the same way. */

import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import type { GeneratorEvent } from '../../../../worker/core/answers/generation.ts';
import type { GenerateRequest, Generator } from '../../../../worker/ports/generator.ts';

export async function generateOnce(
  generator: Generator,
  changes: Partial<GenerateRequest> = {},
): Promise<{ readonly text: string; readonly parts: readonly GeneratorEvent[] }> {
  const parts: GeneratorEvent[] = [];
  const request = {
    model: 'scripted',
    messages: [{ role: 'user', text: 'What opens the gate?' }],
    tools: [],
    schema: undefined,
    temperature: undefined,
    maxOutputTokens: 50,
    key: undefined,
    signal: new AbortController().signal,
    ...changes,
  } as const;
  for await (const part of generator.generate(request)) parts.push(part);
  return { parts, text: parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('') };
}

/** @returns the server's URL without a trailing slash */
export async function replyOnce(reply: {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  /** The response stays open until the client closes it. */
  readonly staysOpen?: boolean;
}): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(reply.status, { 'content-type': reply.type ?? 'application/json' });
    if (reply.staysOpen === true) response.write(reply.body);
    else response.end(reply.body);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
}
