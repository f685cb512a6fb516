/** The crawl report on the wire: the status of every address. */
import { z } from '@hono/zod-openapi';
import { createRoute, idParameter, json, repositoryProblems, versionQuery } from '../create-route.ts';

export const crawlSchema = z
  .object({
    start: z.string().openapi({ description: 'Where the crawl began, after redirects.' }),
    waiting: z.int(),
    fetched: z.int(),
    unchanged: z.int().openapi({
      description: 'Taken over from the state before: the server says they are the same, or sent the same.',
    }),
    skipped: z.int(),
    blocked: z
      .int()
      .openapi({ description: 'By robots.txt, by the server, or because the address is not asked.' }),
    failed: z.int(),
    duplicates: z.int(),
    cappedBy: z.enum(['pages', 'depth', 'seconds']).optional(),
    versions: z
      .array(z.string())
      .openapi({ description: 'Other versions of the documentation that were met and left out.' }),
    pages: z.array(
      z.object({
        url: z.string(),
        state: z.enum(['waiting', 'fetched', 'unchanged', 'skipped', 'blocked', 'failed', 'duplicate']),
        path: z.string().optional().openapi({ description: 'Of the file it became.' }),
        reason: z.string().optional(),
        detail: z.string().optional(),
        via: z.enum(['start', 'sitemap', 'feed', 'llms', 'link']),
        depth: z.int(),
      }),
    ),
  })
  .openapi('Crawl');

export type CrawlReportView = z.infer<typeof crawlSchema>;

export const crawlRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/crawl',
  request: { params: idParameter, query: versionQuery },
  responses: {
    200: json(crawlSchema, 'What became of every address; of the newest crawl unless said'),
    ...repositoryProblems,
  },
});
