/** The client reads streams split anywhere, throws problems, and reports an unreachable server. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient, ProblemError } from '../../../worker/contract/client.ts';
import { concatStreams, toStream } from '../../support/files/bytes.ts';

type Send = typeof fetch;

/** A client with a fake server, and the requests it sent. */
function createTestClient(answer: (request: Request) => Response | Promise<Response>, key?: string) {
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

/** The text as a stream, split at these byte offsets, even within a character. */
function cutStream(text: string, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const offsets = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return toStream(
    concatStreams(...offsets.slice(1).map((end, index) => bytes.slice(offsets[index] ?? 0, end))),
  );
}

/** The error of a request that must fail. */
const requestError = async (answer: () => Response | Promise<Response>) =>
  createTestClient(answer)
    .client.listRepositories()
    .then(
      () => expect.fail('the request succeeded'),
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
    'yields its parts wherever it is split, with lines that end in %j',
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
          const { client } = createTestClient(() => new Response(cutStream(text, cuts)));
          expect(await collect(client.streamAnswer('r', { question: 'q' }))).toEqual(
            parts.map((part, index) => ({ number: index + 1, part })),
          );
        }),
        { numRuns: 60 },
      );
    },
  );

  it('joins the lines of one event', async () => {
    const { client } = createTestClient(() => new Response('data: {"status":\ndata: "ready"}\n\n'));
    expect(await collect(client.watchRepository('r'))).toEqual([{ status: 'ready' }]);
  });

  it('ends at [DONE] and is canceled', async () => {
    let canceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        controller.enqueue(new TextEncoder().encode('id: 7\ndata: {"type":"start"}\n\ndata: [DONE]\n\n')),
      cancel: () => void (canceled = true),
    });
    const { client } = createTestClient(() => new Response(body));
    expect(await collect(client.streamAnswer('r', { question: 'q' }))).toEqual([
      { number: 7, part: { type: 'start' } },
    ]);
    expect(canceled).toBe(true);
  });

  it('is canceled when the caller leaves the loop early', async () => {
    let canceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('id: 7\ndata: {"type":"start"}\n\n')),
      cancel: () => void (canceled = true),
    });
    const { client } = createTestClient(() => new Response(body));
    for await (const part of client.streamAnswer('r', { question: 'q' })) {
      expect(part).toEqual({ number: 7, part: { type: 'start' } });
      break;
    }
    expect(canceled).toBe(true);
  });

  it('drops an incomplete last event', async () => {
    const { client } = createTestClient(
      () => new Response('id: 7\ndata: {"type":"start"}\n\nid: 8\ndata: {"type":"fin'),
    );
    expect(await collect(client.streamAnswer('r', { question: 'q' }))).toEqual([
      { number: 7, part: { type: 'start' } },
    ]);
  });
});

describe('an error response', () => {
  it('becomes the problem that the server sent', async () => {
    const error = await requestError(
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
    ['a proxy’s page', 'text/html', '<h1>Bad gateway</h1>'],
    ['a truncated problem', 'application/problem+json', '{"title": "No'],
    ['invalid problem details', 'application/problem+json', '[1]'],
  ])('with %s contains the response’s text', async (_, type, body) => {
    const headers = { 'content-type': type, 'x-request-id': 'r2' };
    const error = await requestError(() => new Response(body, { status: 502, headers }));
    expect(error).toMatchObject({
      problem: { status: 502, code: 'internal', detail: body, requestId: 'r2' },
    });
  });

  it('to a stream request throws the same problem', async () => {
    const { client } = createTestClient(
      () =>
        new Response(JSON.stringify(problem), {
          status: 409,
          headers: { 'content-type': 'application/problem+json' },
        }),
    );
    await expect(collect(client.streamAnswer('r', { question: 'q' }))).rejects.toMatchObject({ problem });
  });
});

describe('an unreachable server', () => {
  it('throws a problem with status 0, the address and the reason', async () => {
    const { client } = createTestClient(() => Promise.reject(new TypeError('connection refused')));
    await expect(client.health()).rejects.toMatchObject({
      problem: {
        status: 0,
        code: 'unreachable',
        detail: expect.stringContaining('http://server did not respond (connection refused)'),
      },
    });
  });

  it('is not reported for an aborted request', async () => {
    const aborted = new DOMException('aborted', 'AbortError');
    const { client } = createTestClient(() => Promise.reject(aborted));
    await expect(client.search('r', { query: 'q' })).rejects.toBe(aborted);
  });
});

describe('a request', () => {
  it('encodes every part of the address', async () => {
    const { client, requests } = createTestClient(() => Response.json({}));
    await client.readFile('a/b', 'src/ü #1?.py', 'v 1');
    await client.findFiles('r', '*.ts');
    await client.listFiles('r', '', undefined);
    await client.symbols('r', 'Flask.run', 'main');
    await client.symbolsWithPrefix('r', 'Fl', 8);
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

  it('sends the key and the expected Accept header', async () => {
    const { client, requests } = createTestClient(() => new Response('data: [DONE]\n\n'), 'k1');
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

  it('uploads a stream', async () => {
    const { client, requests } = createTestClient(() => Response.json({ id: 'r' }));
    const body = toStream(concatStreams('part one, ', 'part two'));
    await client.addRepository({ name: 'a/b', ref: 'main' }, { contentType: 'application/gzip', body });
    const [request] = requests;
    expect(request?.url).toBe('http://server/v1/repositories?name=a%2Fb&ref=main');
    expect(request?.headers.get('content-type')).toBe('application/gzip');
    expect(await request?.text()).toBe('part one, part two');
  });
});
