/** The client reads streams however they are cut, tells refusals as problems, and says when nobody answers. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient, ProblemError } from '../../../worker/contract/client.ts';
import { chunked, toStream } from '../../support/bytes.ts';

type Send = typeof fetch;

/** A client whose every request is answered by `answer`, and the requests it made. */
function clientOf(answer: (request: Request) => Response | Promise<Response>, key?: string) {
  const requests: Request[] = [];
  const send: Send = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    return answer(request);
  };
  return { client: createClient({ baseUrl: 'http://server', fetch: send, key }), requests };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The text as a stream of pieces cut at these places, letters of several bytes included. */
function cutStream(text: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return toStream(chunked(...places.slice(1).map((end, index) => bytes.slice(places[index] ?? 0, end))));
}

/** What a request that must not succeed threw. */
const refused = async (answer: () => Response | Promise<Response>) =>
  clientOf(answer)
    .client.listRepositories()
    .then(
      () => expect.fail('it was answered'),
      (error: unknown) => error,
    );

const problem = {
  type: 'https://wherefore.dev/problems/not_ready',
  title: 'Not ready',
  status: 409,
  detail: 'Its status is parsing.',
  code: 'not_ready',
  fix: 'Wait.',
  requestId: 'r1',
};

describe('a stream', () => {
  const parts = [
    { type: 'start', messageId: 'm' },
    { type: 'text-delta', id: 'answer', delta: 'Größe “漢字” 😀\n\ndata: x' },
    { type: 'finish' },
  ];

  it.each([['\n'], ['\r\n']])(
    'gives its parts wherever it is cut, its lines ended by %j',
    async (newline) => {
      const events = [
        ': hello',
        ...parts.map((part, index) => `event: x\ndata: ${JSON.stringify(part)}\nid: ${index + 1}`),
        'data: [DONE]',
      ];
      const text = events
        .map((event) => `${event}\n\n`)
        .join('')
        .replaceAll('\n', newline);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
          const { client } = clientOf(() => new Response(cutStream(text, cuts)));
          expect(await collect(client.streamAnswer('r', { question: 'q' }))).toEqual(
            parts.map((part, index) => ({ number: index + 1, part })),
          );
        }),
        { numRuns: 60 },
      );
    },
  );

  it('joins the lines of one event', async () => {
    const { client } = clientOf(() => new Response('data: {"status":\ndata: "ready"}\n\n'));
    expect(await collect(client.watchRepository('r'))).toEqual([{ status: 'ready' }]);
  });

  it('stops at its end mark, and is closed', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        controller.enqueue(new TextEncoder().encode('id: 7\ndata: {"type":"start"}\n\ndata: [DONE]\n\n')),
      cancel: () => void (cancelled = true),
    });
    const { client } = clientOf(() => new Response(body));
    expect(await collect(client.streamAnswer('r', { question: 'q' }))).toEqual([
      { number: 7, part: { type: 'start' } },
    ]);
    expect(cancelled).toBe(true);
  });

  it('is closed when the reader leaves early', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('id: 7\ndata: {"type":"start"}\n\n')),
      cancel: () => void (cancelled = true),
    });
    const { client } = clientOf(() => new Response(body));
    for await (const part of client.streamAnswer('r', { question: 'q' })) {
      expect(part).toEqual({ number: 7, part: { type: 'start' } });
      break;
    }
    expect(cancelled).toBe(true);
  });

  it('that ends within an event drops that event', async () => {
    const { client } = clientOf(
      () => new Response('id: 7\ndata: {"type":"start"}\n\nid: 8\ndata: {"type":"fin'),
    );
    expect(await collect(client.streamAnswer('r', { question: 'q' }))).toEqual([
      { number: 7, part: { type: 'start' } },
    ]);
  });
});

describe('a refusal', () => {
  it('is the problem the server told', async () => {
    const error = await refused(
      () =>
        new Response(JSON.stringify(problem), {
          status: 409,
          headers: { 'content-type': 'application/problem+json; charset=utf-8' },
        }),
    );
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ message: 'Not ready: Its status is parsing.', problem });
  });

  it.each([
    ['a page of something between', 'text/html', '<h1>Bad gateway</h1>'],
    ['a problem cut off', 'application/problem+json', '{"title": "No'],
    ['a problem that is none', 'application/problem+json', '[1]'],
  ])('by %s says what was answered', async (_, type, body) => {
    const headers = { 'content-type': type, 'x-request-id': 'r2' };
    const error = await refused(() => new Response(body, { status: 502, headers }));
    expect(error).toMatchObject({
      problem: { status: 502, code: 'internal', detail: body, requestId: 'r2' },
    });
  });

  it('before a stream is told the same way', async () => {
    const { client } = clientOf(
      () =>
        new Response(JSON.stringify(problem), {
          status: 409,
          headers: { 'content-type': 'application/problem+json' },
        }),
    );
    await expect(collect(client.streamAnswer('r', { question: 'q' }))).rejects.toMatchObject({ problem });
  });
});

describe('a server that cannot be reached', () => {
  it('is a problem of status 0 that says which and why', async () => {
    const { client } = clientOf(() => Promise.reject(new TypeError('connection refused')));
    await expect(client.health()).rejects.toMatchObject({
      problem: {
        status: 0,
        code: 'unreachable',
        detail: expect.stringContaining('http://server did not answer (connection refused)'),
      },
    });
  });

  it('is not what an aborted request is', async () => {
    const aborted = new DOMException('aborted', 'AbortError');
    const { client } = clientOf(() => Promise.reject(aborted));
    await expect(client.search('r', { query: 'q' })).rejects.toBe(aborted);
  });
});

describe('a request', () => {
  it('names what it asks for, with every part of the address encoded', async () => {
    const { client, requests } = clientOf(() => Response.json({}));
    await client.readFile('a/b', 'src/ü #1?.py', 'v 1');
    await client.findFiles('r', '*.ts');
    await client.listFiles('r', '', undefined);
    await client.symbols('r', 'Flask.run', 'main');
    await client.symbolsBeginning('r', 'Fl', 8);
    await client.coverage('r');
    expect(requests.map((request) => request.url.slice('http://server'.length))).toEqual([
      '/v1/repositories/a%2Fb/files/src/%C3%BC%20%231%3F.py?version=v+1',
      '/v1/repositories/r/files?match=*.ts',
      '/v1/repositories/r/files?path=',
      '/v1/repositories/r/symbols?name=Flask.run&version=main',
      '/v1/repositories/r/symbols?name=Fl&match=prefix&limit=8',
      '/v1/repositories/r/coverage',
    ]);
  });

  it('carries the key, and asks for the form of answer that is meant', async () => {
    const { client, requests } = clientOf(() => new Response('data: [DONE]\n\n'), 'k1');
    await collect(client.streamAnswer('r', { question: 'q' }));
    await client.answer('r', { question: 'q' }).catch(() => undefined);
    expect(requests.map((request) => request.headers.get('accept'))).toEqual([
      'text/event-stream',
      'application/json',
    ]);
    for (const request of requests) {
      expect(request.headers.get('authorization')).toBe('Bearer k1');
      expect(await request.json()).toEqual({ question: 'q' });
    }
  });

  it('uploads what it is given, stream or bytes', async () => {
    const { client, requests } = clientOf(() => Response.json({ id: 'r' }));
    const body = toStream(chunked('part one, ', 'part two'));
    await client.addRepository({ name: 'a/b', ref: 'main' }, { contentType: 'application/gzip', body });
    const [request] = requests;
    expect(request?.url).toBe('http://server/v1/repositories?name=a%2Fb&ref=main');
    expect(request?.headers.get('content-type')).toBe('application/gzip');
    expect(await request?.text()).toBe('part one, part two');
  });
});
