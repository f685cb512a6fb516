/** The calls of the typed client that ask a repository live. */
import type {
  LiveAnswer,
  LiveAnswerRequest,
  LiveSearchRequest,
  LiveSearchResponse,
  LiveStreamPart,
} from './live.ts';
import { jsonBody } from './request.ts';
import { readServerSentEvents } from './server-sent-events.ts';

export function liveCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    (await request(path, jsonBody(body, { accept: 'application/json' }))).json() as Promise<T>;

  return {
    answerLive: (body: LiveAnswerRequest) => post<LiveAnswer>('/v1/live/answers', body),
    searchLive: (body: LiveSearchRequest) => post<LiveSearchResponse>('/v1/live/search', body),
    /** What is done, step by step, then the answer as it is made. */
    streamLive: async function* (
      body: LiveAnswerRequest,
      signal?: AbortSignal,
    ): AsyncGenerator<LiveStreamPart> {
      const response = await request('/v1/live/answers', {
        ...jsonBody(body, { accept: 'text/event-stream' }),
        ...(signal === undefined ? {} : { signal }),
      });
      for await (const { data } of readServerSentEvents(response)) {
        if (data === '[DONE]') return;
        yield JSON.parse(data) as LiveStreamPart;
      }
    },
  };
}
