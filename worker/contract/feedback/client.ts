/** Client calls for feedback on answers. */

import { jsonBody, queryString } from '../encode-request.ts';
import { readPages } from '../read-pages.ts';
import { repositoryPath as repository } from '../request.ts';
import type { FeedbackPage, FeedbackRequest, FeedbackView, VisitorQuestions } from './schema.ts';

export interface FeedbackFilters {
  readonly rating?: string | undefined;
  readonly reason?: string | undefined;
  readonly since?: string | undefined;
}

export interface FeedbackQuery extends FeedbackFilters {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface VisitorQuestionQuery {
  readonly show?: 'all' | 'declined' | 'down' | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** The most that the server returns at once. */
const largestPage = 200;

export function feedbackCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const listFeedback = async (id: string, query: FeedbackQuery = {}): Promise<FeedbackPage> =>
    (await request(`${repository(id)}/feedback${queryString({ ...query })}`)).json() as Promise<FeedbackPage>;

  /** All pages, newest first. */
  const listAllFeedback = async (
    id: string,
    filters: FeedbackFilters = {},
  ): Promise<readonly FeedbackView[]> => {
    const all: FeedbackView[] = [];
    const pages = readPages((cursor) => listFeedback(id, { ...filters, cursor, limit: largestPage }));
    for await (const { feedback } of pages) all.push(...feedback);
    return all;
  };

  return {
    giveFeedback: async (id: string, feedback: FeedbackRequest): Promise<void> =>
      void (await request(`${repository(id)}/feedback`, jsonBody(feedback))),
    listFeedback,
    listAllFeedback,
    /** What visitors of sites asked, newest first. */
    listVisitorQuestions: async (id: string, query: VisitorQuestionQuery = {}) =>
      (
        await request(`${repository(id)}/visitor-questions${queryString({ ...query })}`)
      ).json() as Promise<VisitorQuestions>,
  };
}

/** A line for each answer, as `GET …/feedback?format=jsonl` writes it and the evaluation reads it. */
export function formatFeedbackLines(repositoryName: string, feedback: readonly FeedbackView[]): string {
  return feedback.map((one) => `${JSON.stringify({ repository: repositoryName, ...one })}\n`).join('');
}
