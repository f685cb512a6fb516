/** The health route. */

import { healthRoute } from '../contract/health.ts';
import type { Settings } from '../core/settings.ts';
import type { App } from './context.ts';

export function bindHealth(app: App): void {
  app.openapi(healthRoute, (context) => {
    const { adapters, config, version } = context.get('facts');
    return context.json(
      {
        status: 'ok' as const,
        version,
        mode: config.mode,
        adapters,
        settings: settingsToJson(config.settings),
        problems: [],
      },
      200,
    );
  });
}

/** Settings as JSON, where an unset limit is null. */
function settingsToJson(settings: Settings): Record<string, unknown> {
  return JSON.parse(JSON.stringify(settings)) as Record<string, unknown>;
}
