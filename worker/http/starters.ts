/** Questions to begin with, of one repository. */

import { startersRoute } from '../contract/routes.ts';
import { resolveSnapshot } from '../flows/resolve-snapshot.ts';
import { starterQuestions } from '../flows/starter-questions.ts';
import type { App } from './app.ts';

export function bindStarters(app: App): void {
  app.openapi(startersRoute, async (context) => {
    const services = context.get('services');
    const resolved = await resolveSnapshot(services, context.get('viewer'), {
      id: context.req.valid('param').id,
      version: context.req.valid('query').version,
    });
    return context.json({ questions: [...(await starterQuestions(services, resolved))] }, 200);
  });
}
