/** Answers from the code graph. If the graph has no certain answer, excerpts of the code follow its results. */

import { renumberCitations } from '../../../answering/compose/renumber-citations.ts';
import type { Evidence } from '../../../core/answers/evidence.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { PreparedAnswer, SearchedRequest } from '../answer-request.ts';
import { findSameLines } from '../evidence/issue-evidence.ts';
import { draftFromDefinitions } from '../passages/draft-from-definitions.ts';
import type { Draft } from '../passages/draft-from-passages.ts';
import { prepareDraft } from '../write/prepare-draft.ts';
import type { GraphDraft } from './draft-from-graph.ts';

/** Maximum definitions added to an uncertain answer. */
const maxDefinitions = 2;
const codeAddedNote = 'The graph contains no certain answer, so excerpts of the code follow its results.';

export async function answerFromGraph(
  services: Services,
  resolved: ResolvedSnapshot,
  { request, draft }: { readonly request: SearchedRequest; readonly draft: GraphDraft },
): Promise<PreparedAnswer> {
  const code = draft.confidence === 'low' ? await draftCode(services, resolved, request) : undefined;
  return code === undefined
    ? prepareDraft(services, resolved, { draft, request })
    : prepareDraft(services, resolved, { draft: appendCode(draft, code), request, notes: [codeAddedNote] });
}

async function draftCode(
  services: Services,
  resolved: ResolvedSnapshot,
  { search, followUp }: SearchedRequest,
): Promise<Draft | undefined> {
  const finding = await search.find(followUp.text);
  if (finding.assessment.confidence === 'out-of-scope') return undefined;
  return draftFromDefinitions(services, resolved, { finding, count: maxDefinitions });
}

/** Both drafts number their evidence from 1, so that of the code is numbered again. */
function appendCode(draft: GraphDraft, code: Draft): GraphDraft {
  const evidence = new Map<string, Evidence>(draft.evidence);
  const ids = new Map<string, string>();
  for (const item of code.evidence.values()) {
    const id = findSameLines(draft.evidence, item)?.id ?? `e${evidence.size + 1}`;
    ids.set(item.id, id);
    if (!evidence.has(id)) evidence.set(id, { ...item, id });
  }
  function* rest(): Generator<string> {
    yield* draft.rest;
    yield '### What the code says\n\n';
    for (const text of [code.first ?? '', ...code.rest]) yield renumberCitations(text, ids);
  }
  return { ...draft, evidence, rest: rest() };
}
