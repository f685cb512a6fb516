/**
 * The model of an evaluation that has none: a vendor on loopback that counts words in common. What it is worth is no figure of any real
 * model: it says that planning, picking and ordering run end to end, what they cost the server, and what they do to a ranking when the
 * model knows nothing. For figures of a real one name a running server that has it (`--server`).
 */

import { overlapReply } from '../support/overlap-model.ts';
import { startVendors } from '../support/vendors/start-vendors.ts';

export const overlapModel = 'compatible/word-overlap';

interface OverlapModelServer {
  /** Settings of a server that is to ask it. */
  readonly vars: Readonly<Record<string, string>>;
  readonly calls: () => number;
  close(): Promise<void>;
}

export async function startOverlapModel(): Promise<OverlapModelServer> {
  const vendors = await startVendors({ script: ({ prompt }) => overlapReply(prompt) ?? 'What?' });
  return {
    vars: { MODELS: overlapModel, COMPATIBLE_URL: vendors.urlOf('openai') },
    calls: () => vendors.calls.length,
    close: () => vendors.close(),
  };
}
