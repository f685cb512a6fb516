/** The route of a documentation's crawl report. */

import { createRoute } from './create-route.ts';
import { crawlSchema } from './crawl.ts';
import { idParameter, json, repositoryProblems, versionQuery } from './routes.ts';

export const crawlRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/crawl',
  request: { params: idParameter, query: versionQuery },
  responses: {
    200: json(crawlSchema, 'What became of every address; of the newest crawl unless said'),
    ...repositoryProblems,
  },
});
