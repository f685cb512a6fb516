/** Tests embedding with a server that offers `POST /embeddings`, over real HTTP on loopback. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createOpenAiEmbedder,
  type OpenAiEmbedderOptions,
} from '../../../../worker/adapters/openai-compatible/embedder.ts';
import { embedderContract } from '../../../contracts/embedder.ts';
import { createHashingEmbedder } from '../../../support/fakes/hashing-embedder.ts';

const dimensions = 96;
const text = { name: 'run', path: 'src/app.py', body: 'def run(): ...' };

interface EmbeddingsServer {
  readonly url: string;
  readonly requests: {
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Record<string, unknown>;
  }[];
}

type Answer = (response: ServerResponse, input: readonly string[]) => void | Promise<void>;

/** Responds as the API reference documents, but in reverse order, because the order of the response is not significant. */
const asDocumented: Answer = async (response, input) => {
  const isUsable =
    input.length > 0 && input.length <= 2_048 && input.every((one) => one !== '' && one.length < 30_000);
  if (!isUsable)
    return send(response, { error: { message: 'invalid input', type: 'invalid_request_error' } }, 400);
  const embedder = createHashingEmbedder(dimensions);
  const vectors = await Promise.all(input.map((one) => embedder.embedQuery(one)));
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: Array.from(vector, (value) => value * 2),
  }));
  send(response, {
    object: 'list',
    data: data.toReversed(),
    model: 'm',
    usage: { prompt_tokens: 1, total_tokens: 1 },
  });
};

function send(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function startServer(answer: Answer = asDocumented): Promise<EmbeddingsServer> {
  const requests: EmbeddingsServer['requests'] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      void answer(response, body['input'] as string[]);
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`, requests };
}

const createEmbedder = (url: string, overrides: Partial<OpenAiEmbedderOptions> = {}) =>
  createOpenAiEmbedder({
    url,
    model: 'nomic-embed',
    key: 'k-1',
    dimensions,
    maxTokens: 512,
    fetch,
    ...overrides,
  });

describe('fulfills the port’s contract', () =>
  embedderContract(async () => createEmbedder((await startServer()).url)));

describe('a request', () => {
  it('matches the API reference', async () => {
    const { url, requests } = await startServer();
    await createEmbedder(url).embed([text]);
    expect(requests).toMatchObject([
      {
        path: '/v1/embeddings',
        headers: { authorization: 'Bearer k-1', 'content-type': 'application/json' },
        body: { model: 'nomic-embed', input: ['run\nsrc/app.py\ndef run(): ...'], encoding_format: 'float' },
      },
    ]);
    expect(requests[0]?.body).not.toHaveProperty('dimensions');
  });

  it('without a key has no authorization', async () => {
    const { url, requests } = await startServer();
    await createEmbedder(url, { key: '' }).embed([text]);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('requests shorter vectors from models that support it', async () => {
    const { url, requests } = await startServer();
    await createEmbedder(url, { model: 'text-embedding-3-large' }).embed([text]);
    expect(requests[0]?.body).toMatchObject({ dimensions });
  });

  it('is not sent for an empty question', async () => {
    const { url, requests } = await startServer();
    await createEmbedder(url).embedQuery('  ');
    expect(requests).toEqual([]);
  });
});

it('aborts the request for a question when the caller aborts', async () => {
  const stopping = new AbortController();
  // The server never answers, so only the signal ends the request.
  const { url } = await startServer(() => stopping.abort());
  await expect(createEmbedder(url).embedQuery('what runs', stopping.signal)).rejects.toMatchObject({
    code: 'embedder_unavailable',
  });
});

it('uses a different space for another model or vector length', () => {
  const names = [{}, { model: 'other' }, { dimensions: 32 }].map(
    (more) => createEmbedder('http://x', more).space.name,
  );
  expect(new Set(names).size).toBe(3);
});

async function embedWithFailure(answer: Answer) {
  return createEmbedder((await startServer(answer)).url).embed([text, text]);
}

/** Declares more bytes than it sends. */
const sendTruncated: Answer = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{');
  setTimeout(() => response.destroy(), 20);
};

describe('errors', () => {
  it.each([
    [429, 'embedder_unavailable'],
    [500, 'embedder_unavailable'],
    [503, 'embedder_unavailable'],
    [400, 'embedder_failed'],
    [401, 'embedder_failed'],
    [404, 'embedder_failed'],
  ])(
    'with status %i have the code %s, and show the server’s message but not the key',
    async (status, code) => {
      const error = await embedWithFailure((response) =>
        send(response, { error: { message: 'because' } }, status),
      ).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code, message: expect.stringMatching(new RegExp(`${status}.*because`)) });
      expect(JSON.stringify(error)).not.toContain('k-1');
    },
  );

  it('are retryable after a refused connection', async () => {
    await expect(createEmbedder('http://127.0.0.1:9/v1').embed([text])).rejects.toMatchObject({
      code: 'embedder_unavailable',
    });
  });

  it('are retryable after a truncated response', async () => {
    await expect(embedWithFailure(sendTruncated)).rejects.toMatchObject({ code: 'embedder_unavailable' });
  });

  const row = Array.from({ length: dimensions }, () => 0.1);
  it.each([
    ['no list', {}],
    ['only null', null],
    ['too few vectors', { data: [{ index: 0, embedding: row }] }],
    [
      'the same index twice',
      {
        data: [
          { index: 0, embedding: row },
          { index: 0, embedding: row },
        ],
      },
    ],
    [
      'an index that was not requested',
      {
        data: [
          { index: 0, embedding: row },
          { index: 7, embedding: row },
        ],
      },
    ],
    [
      'vectors of a different length',
      {
        data: [
          { index: 0, embedding: row },
          { index: 1, embedding: [1, 2] },
        ],
      },
    ],
    [
      'text instead of numbers',
      {
        data: [
          { index: 0, embedding: 'AAAA' },
          { index: 1, embedding: row },
        ],
      },
    ],
  ])('because the response contains %s have the code embedder_failed', async (_, body) => {
    await expect(embedWithFailure((response) => send(response, body))).rejects.toMatchObject({
      code: 'embedder_failed',
    });
  });

  it('state that the response is not JSON', async () => {
    await expect(embedWithFailure((response) => void response.end('<html>'))).rejects.toMatchObject({
      code: 'embedder_failed',
    });
  });
});
