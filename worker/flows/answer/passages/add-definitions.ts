/** Adds the whole definitions that `…/context` returns for the same question to a draft that a model writes from. */

import type { Evidence } from '../../../core/answers/evidence.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import { packContext } from '../../context/pack-context.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { findSameLines, issueEvidence } from '../evidence/issue-evidence.ts';
import type { Draft } from './draft-from-passages.ts';

/** @returns the draft with the definitions first; the model receives only them, and the composed sentences cite the other evidence */
export async function addDefinitions(
  services: Services,
  resolved: ResolvedSnapshot,
  input: {
    readonly finding: Finding;
    readonly draft: Draft;
    /** Undefined means the default of the deployment. */
    readonly maxSpans: number | undefined;
  },
): Promise<Draft> {
  const { finding, draft } = input;
  const { contextTokens, contextSpans } = services.settings.retrieval;
  const packed = await packContext(services, resolved, {
    finding,
    limits: { maxTokens: contextTokens, maxSpans: input.maxSpans ?? contextSpans },
  });
  if (packed.length === 0) return draft;
  const positions = packed.map(({ path, startLine, endLine, symbols, score }, index) => ({
    path,
    startLine,
    endLine,
    score,
    rank: index + 1,
    symbol: symbols[0],
  }));
  const read = await readSpans(services.chunkStore, resolved.key, positions);
  let issued = draft.evidence.size;
  const definitions = new Map<string, Evidence>();
  for (const { symbol, ...span } of read) {
    const known = findSameLines(draft.evidence, span);
    const evidence = known ?? { ...issueEvidence(resolved, span, issued++), symbol };
    definitions.set(evidence.id, evidence);
  }
  return {
    ...draft,
    evidence: new Map([...definitions, ...draft.evidence]),
    composerOnly: new Set([...draft.evidence.keys()].filter((id) => !definitions.has(id))),
  };
}
