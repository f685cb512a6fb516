/**
 * Starts the default model of an evaluation: a provider on loopback that counts common words. Its results say nothing about a real model. They show
 * that planning, selection and ranking run end to end, what they cost the server, and the effect of a model without any understanding. To measure a
 * real model, use a running server that has one (`--server`).
 */

import { overlapReply } from '../support/fakes/overlap-model.ts';
import { startProviders } from '../support/providers/start-providers.ts';

export const overlapModel = 'compatible/word-overlap';

interface OverlapModelServer {
  /** Settings of a server that uses this model. */
  readonly vars: Readonly<Record<string, string>>;
  readonly calls: () => number;
  close(): Promise<void>;
}

export async function startOverlapModel(): Promise<OverlapModelServer> {
  const providers = await startProviders({ script: ({ prompt }) => overlapReply(prompt) ?? 'What?' });
  return {
    vars: { MODELS: overlapModel, COMPATIBLE_URL: providers.getUrl('openai') },
    calls: () => providers.calls.length,
    close: () => providers.close(),
  };
}
