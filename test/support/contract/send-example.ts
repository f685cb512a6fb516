/** Sends the example of an operation, and reads the response as JSON or as the parts of a stream. */

import type { OperationExample } from '../../../worker/contract/examples/example.ts';

/** Sends a request with the credentials of its client. */
export type Send = (method: string, path: string, init: SendInit) => Promise<Response>;
interface SendInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined without a body. */
  readonly contentType: string | undefined;
  readonly body: unknown;
}

export async function sendExample(
  send: Send,
  { method, path }: Operation,
  example: OperationExample,
): Promise<Reply> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = example.path?.[name] ?? '';
    return name === 'path' ? value : encodeURIComponent(value);
  });
  const query = example.query === undefined ? '' : `?${new URLSearchParams(example.query)}`;
  const { headers = {}, body } = example;
  const response = await send(method, filled + query, {
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return readReply(response);
}

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const contentType = response.headers.get('content-type')?.split(';', 1)[0];
  const { status, headers } = response;
  if (text === '') return { status, headers, contentType: undefined, body: undefined };
  if (contentType === 'text/event-stream') return { status, headers, contentType, body: readParts(text) };
  const isJson = contentType?.includes('json') === true;
  return { status, headers, contentType, body: isJson ? JSON.parse(text) : text };
}

/** The JSON of each event; the mark of the end is not JSON. */
export function readParts(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}
