/** GET /v1/health. */

import { healthRoute } from '../contract/routes.ts';
import type { Health } from '../contract/health.ts';
import type { Settings } from '../core/settings.ts';
import type { App } from './app.ts';
import type { Assets } from './pages.ts';

export interface ServerFacts {
  readonly config: {
    readonly mode: 'open' | 'hosted';
    readonly allowedHosts: readonly string[];
    readonly frontSecret: string | undefined;
    readonly settings: Settings;
  };
  readonly adapters: Health['adapters'];
  /** Undefined where no app is served. */
  readonly assets: Assets | undefined;
  readonly version: string;
}

export function bindHealth(app: App): void {
  app.openapi(healthRoute, (context) => {
    const { adapters, config, version } = context.get('facts');
    return context.json(
      {
        status: 'ok' as const,
        version,
        mode: config.mode,
        adapters,
        settings: readable(config.settings),
        problems: [],
      },
      200,
    );
  });
}

/** Settings as JSON can say them: a cap that is not set is null. */
function readable(settings: Settings): Record<string, unknown> {
  return JSON.parse(JSON.stringify(settings)) as Record<string, unknown>;
}
