/** The route that searches several repositories. */

import { searchRepositoriesRoute } from '../contract/search/routes.ts';
import { searchRepositories } from '../flows/search/search-repositories.ts';
import type { App } from './context.ts';
import { resultsToWire } from './search.ts';

const defaultCount = 10;

export function bindSearchRepositories(app: App): void {
  app.openapi(searchRepositoriesRoute, async (context) => {
    const startedAt = Date.now();
    const { query, topK = defaultCount, repositories } = context.req.valid('json');
    const { searched, omitted } = await searchRepositories(context.get('services'), context.get('viewer'), {
      query,
      topK,
      ids: repositories,
    });
    const results = searched.flatMap(({ repository, outcome, weight }) =>
      resultsToWire(outcome, false).map((result) => ({
        ...result,
        score: result.score * weight,
        repository: { ...repository },
      })),
    );
    return context.json(
      {
        searched: searched.map(({ repository, outcome }) => ({
          ...repository,
          confidence: outcome.confidence,
        })),
        omitted,
        results: results.toSorted((a, b) => b.score - a.score).slice(0, topK),
        totalMs: Date.now() - startedAt,
      },
      200,
    );
  });
}
