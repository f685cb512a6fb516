/** Client calls for feedback on answers. */

import { jsonBody, queryString } from '../encode-request.ts';
import { repositoryPath as repository } from '../request.ts';
import type { FeedbackPage, FeedbackRequest } from './schema.ts';

export interface FeedbackQuery {
  readonly rating?: string | undefined;
  readonly reason?: string | undefined;
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export function feedbackCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    giveFeedback: async (id: string, feedback: FeedbackRequest): Promise<void> =>
      void (await request(`${repository(id)}/feedback`, jsonBody(feedback))),
    listFeedback: async (id: string, query: FeedbackQuery = {}): Promise<FeedbackPage> =>
      (
        await request(`${repository(id)}/feedback${queryString({ ...query })}`)
      ).json() as Promise<FeedbackPage>,
  };
}
