/** Adds the whole definitions that `…/context` returns for the same question to a draft that a model writes from. */

import type { Evidence } from '../../../core/answers/evidence.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import { packContext } from '../../context/pack-context.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { SearchedRequest } from '../answer-request.ts';
import { findSameLines, issueEvidence } from '../evidence/issue-evidence.ts';
import type { Draft } from './draft-from-passages.ts';

interface DraftWithDefinitions {
  readonly draft: Draft;
  /** Sentences about steps that could not run. */
  readonly notes: readonly string[];
}

/** @returns the draft with the definitions first; the model receives only them, and the composed sentences cite the other evidence */
export async function addDefinitions(
  services: Services,
  resolved: ResolvedSnapshot,
  input: {
    readonly finding: Finding;
    readonly draft: Draft;
    readonly request: Pick<SearchedRequest, 'topK' | 'search'>;
  },
): Promise<DraftWithDefinitions> {
  const { finding, draft, request } = input;
  const { contextTokens, contextSpans, definitionChoice } = services.settings.retrieval;
  const { spans: packed, choice } = await packContext(services, resolved, {
    finding,
    limits: { maxTokens: contextTokens, maxSpans: request.topK ?? contextSpans },
    help: definitionChoice === 'model' ? request.search.help : undefined,
  });
  const notes = choice?.note === undefined ? [] : [choice.note];
  if (packed.length === 0) return { draft, notes };
  const positions = packed.map(({ path, startLine, endLine, symbols, score, isChosen }, index) => ({
    path,
    startLine,
    endLine,
    score,
    rank: index + 1,
    symbol: symbols[0],
    scores: isChosen ? { chosen: 1 } : {},
  }));
  const read = await readSpans(services.chunkStore, resolved.key, positions);
  let issued = draft.evidence.size;
  const definitions = new Map<string, Evidence>();
  for (const { symbol, ...span } of read) {
    const known = findSameLines(draft.evidence, span);
    const evidence =
      known === undefined
        ? { ...issueEvidence(resolved, span, issued++), symbol }
        : { ...known, scores: { ...known.scores, ...span.scores } };
    definitions.set(evidence.id, evidence);
  }
  const others = [...draft.evidence].filter(([id]) => !definitions.has(id));
  return {
    draft: {
      ...draft,
      evidence: new Map([...definitions, ...others]),
      composerOnly: new Set(others.map(([id]) => id)),
    },
    notes,
  };
}
