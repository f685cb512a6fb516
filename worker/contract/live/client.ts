/** Client calls for live questions. */
import type {
  LiveAnswer,
  LiveAnswerRequest,
  LiveSearchRequest,
  LiveSearchResponse,
  LiveStreamPart,
} from './schema.ts';
import { modelKeyHeader } from '../models/client.ts';
import { jsonBody } from '../request.ts';
import { readServerSentEvents } from '../server-sent-events.ts';

export function liveCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const post = async <T>(path: string, body: unknown, modelKey?: string): Promise<T> => {
    const headers = { accept: 'application/json', ...modelKeyHeader(modelKey) };
    return (await request(path, jsonBody(body, headers))).json() as Promise<T>;
  };

  return {
    /** @param modelKey the user's own key for the model's provider, used only for this answer */
    answerLive: (body: LiveAnswerRequest, modelKey?: string) =>
      post<LiveAnswer>('/v1/live/answers', body, modelKey),
    searchLive: (body: LiveSearchRequest) => post<LiveSearchResponse>('/v1/live/search', body),
    /** Streams the steps, then the answer. */
    streamLive: async function* (
      body: LiveAnswerRequest,
      signal?: AbortSignal,
      modelKey?: string,
    ): AsyncGenerator<LiveStreamPart> {
      const response = await request('/v1/live/answers', {
        ...jsonBody(body, { accept: 'text/event-stream', ...modelKeyHeader(modelKey) }),
        ...(signal === undefined ? {} : { signal }),
      });
      for await (const { data } of readServerSentEvents(response)) {
        if (data === '[DONE]') return;
        yield JSON.parse(data) as LiveStreamPart;
      }
    },
  };
}
