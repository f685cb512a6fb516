/** A finding to an answer as far as it is made before anything is shown: plan → read → compose. */

import { composeAnswer, subjectOf, type Material } from '../answering/compose-answer.ts';
import { planEvidence } from '../answering/plan-evidence.ts';
import type { AnyEvidence, Evidence } from '../core/evidence.ts';
import { readSpans } from '../retrieval/read-spans.ts';
import { materialFor } from './gather-material.ts';
import { issueEvidence, sameLines } from './issue-evidence.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';
import type { Services } from './services.ts';

/** An answer as far as it is made before anything is shown: what it rests on, and its first sentence if there is one. */
export interface Draft {
  readonly evidence: Map<string, Evidence>;
  /** Undefined when there is nothing to say: the question is declined. */
  readonly first: string | undefined;
  readonly rest: Iterable<string>;
  /** Files asked about that hold nothing. */
  readonly empty: readonly string[];
}

export async function draftAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: {
    readonly finding: Finding;
    readonly count: number;
    /** Evidence given out already: what is the same has its id, and others go on from there. */
    readonly known?: ReadonlyMap<string, AnyEvidence>;
  },
): Promise<Draft> {
  const { finding, known = new Map<string, AnyEvidence>() } = asked;
  const nothing = { evidence: new Map<string, Evidence>(), first: undefined, rest: [], empty: [] };
  if (finding.judgement.confidence === 'out-of-scope') return nothing;
  const plan = await materialFor(services, resolved, asked);
  const read = await readSpans(services.chunkStore, resolved.key, planEvidence(plan));
  const frequencies = finding.retrieved.frequencies;
  const weight = (word: string): number => 1 / (1 + (frequencies.get(word) ?? 0));
  let issued = known.size;
  const material = read.map((span): Material => {
    const evidence = sameLines(known, span) ?? issueEvidence(resolved, span, issued++);
    const item = { ...span, evidence };
    const subject = subjectOf(finding.question, item, weight);
    if (subject === undefined) return item;
    const { qualifiedName: symbol, nameLine } = subject;
    return { ...item, evidence: { ...item.evidence, symbol, nameLine } };
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
