/** Tokens of the viewer: kept, listed without the token itself, removed. */

import { keepTokenRoute, listTokensRoute, removeTokenRoute } from '../contract/source-routes.ts';
import type { Token } from '../contract/token.ts';
import { keepToken, listTokens, removeToken, type KeptToken } from '../flows/keep-token.ts';
import type { App } from './app.ts';

export function bindTokens(app: App): void {
  app.openapi(keepTokenRoute, async (context) => {
    const { token } = context.req.valid('json');
    const kept = await keepToken(context.get('services'), context.get('viewer'), token.trim());
    return context.json(toWire(kept), 200);
  });

  app.openapi(listTokensRoute, async (context) => {
    const tokens = await listTokens(context.get('services'), context.get('viewer'));
    return context.json({ tokens: tokens.map(toWire) }, 200);
  });

  app.openapi(removeTokenRoute, async (context) => {
    await removeToken(context.get('services'), context.get('viewer'));
    return context.body(null, 204);
  });
}

function toWire({ host, login, createdAt }: KeptToken): Token {
  return { host, login, createdAt: new Date(createdAt).toISOString() };
}
