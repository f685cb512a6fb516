/** The route of the OpenAPI document. It is generated at the first request of an isolate. */

import { completeDocument, describeApi, type Document } from '../contract/document/create-document.ts';
import type { App } from './context.ts';

/** Call this after all API routes are bound. */
export function bindDocument(app: App): void {
  let document: Document | undefined;
  app.get('/v1/openapi.json', (context) => {
    document ??= createDocument(app, context.get('facts').version);
    return context.json(document);
  });
}

export function createDocument(app: Pick<App, 'getOpenAPI31Document'>, version: string): Document {
  return completeDocument(app.getOpenAPI31Document(describeApi(version)));
}
