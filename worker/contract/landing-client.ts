/**
 * The part of the client that the app's landing page and the frame of every page use, with the functions that show an answer. It is
 * separate, so that these pages load no other calls.
 */
import { exampleCalls } from './answers/example-client.ts';
import { repositoryListCalls } from './repositories/list-client.ts';
import { createRequester, type ClientOptions } from './request.ts';

export { claimLabels } from '../core/answers/claim-labels.ts';
export { foldedTitle } from '../core/answers/folded-title.ts';
export { cleanQuotations } from '../core/text/clean-quotations.ts';
export { ProblemError } from './request.ts';

export function createLandingClient(options: ClientOptions) {
  const request = createRequester(options);
  return { ...repositoryListCalls(request), ...exampleCalls(request) };
}
