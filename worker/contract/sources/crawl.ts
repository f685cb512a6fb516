/** The crawl report on the wire: the status of every address. */
import { z } from '@hono/zod-openapi';
import { createRoute, idParameter, json, versionQuery } from '../create-route.ts';

const crawlSchema = z
  .object({
    start: z.string().openapi({ description: 'Where the crawl began, after redirects.' }),
    waiting: z.int(),
    fetched: z.int(),
    unchanged: z.int().openapi({
      description:
        'Pages reused from the previous crawl because the server reported or returned the same content.',
    }),
    skipped: z.int(),
    blocked: z.int().openapi({
      description: 'Addresses blocked by robots.txt, refused by the server, or excluded from crawling.',
    }),
    failed: z.int(),
    duplicates: z.int(),
    cappedBy: z.enum(['pages', 'depth', 'seconds']).optional(),
    versions: z
      .array(z.string())
      .openapi({ description: 'Other versions of the documentation that the crawl found and skipped.' }),
    pages: z.array(
      z.object({
        url: z.string(),
        state: z.enum(['waiting', 'fetched', 'unchanged', 'skipped', 'blocked', 'failed', 'duplicate']),
        path: z.string().optional().openapi({ description: 'Path of the file created from the page.' }),
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
  operationId: 'getCrawlReport',
  tags: ['Repositories'],
  summary: 'Read the report of a crawl',
  description:
    'Lists the address of every page that the crawler of a documentation site found, with its status. Use it to learn why a page is missing.',
  'x-action': 'read',
  'x-errors': ['version_not_found', 'not_ready'],
  request: { params: idParameter, query: versionQuery },
  responses: {
    200: json(crawlSchema, 'The status of every address. Default: in the newest crawl'),
  },
});
