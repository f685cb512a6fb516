/** Drafts a description of definitions, files or documentation: plan the evidence, read it, compose sentences. */

import { composeAnswer, type Material } from '../../../answering/compose/compose-answer.ts';
import { planEvidence } from '../../../answering/compose/plan-evidence.ts';
import type { AnyEvidence, Evidence } from '../../../core/answers/evidence.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { findSameLines, issueEvidence } from '../evidence/issue-evidence.ts';
import { gatherMaterial } from './gather-material.ts';

/** An answer before anything is sent: its evidence and its sentences. So far, only the first sentence is composed. */
export interface Draft {
  readonly evidence: Map<string, Evidence>;
  /** Undefined if there is nothing to say. The answer then declines. */
  readonly first: string | undefined;
  readonly rest: Iterable<string>;
  /** Paths of empty files that the question names. */
  readonly empty: readonly string[];
  /** Ids of evidence that a model does not receive, because it receives whole definitions instead. */
  readonly composerOnly?: ReadonlySet<string>;
}

export async function draftFromPassages(
  services: Services,
  resolved: ResolvedSnapshot,
  input: {
    readonly finding: Finding;
    readonly count: number;
    /** Evidence already issued. Equal spans reuse its ids, and new ids continue after it. */
    readonly known?: ReadonlyMap<string, AnyEvidence>;
  },
): Promise<Draft> {
  const { finding, known = new Map<string, AnyEvidence>() } = input;
  const nothing = { evidence: new Map<string, Evidence>(), first: undefined, rest: [], empty: [] };
  if (finding.assessment.confidence === 'out-of-scope') return nothing;
  const plan = await gatherMaterial(services, resolved, input);
  const read = await readSpans(services.chunkStore, resolved.key, planEvidence(plan));
  const frequencies = finding.retrieved.frequencies;
  const weight = (word: string): number => 1 / (1 + (frequencies.get(word) ?? 0));
  let issued = known.size;
  const material = read.map((span): Material => {
    const evidence = findSameLines(known, span) ?? issueEvidence(resolved, span, issued++);
    return { ...span, evidence };
  });
  const sentences = composeAnswer(finding.question, material, weight);
  const { value: first } = sentences.next();
  return {
    evidence: new Map(material.map((item) => [item.evidence.id, item.evidence])),
    first: first ?? undefined,
    rest: sentences,
    empty: plan.files.filter(({ file }) => file.lines === 0).map(({ file }) => file.path),
  };
}
