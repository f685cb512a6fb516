/**
 * Emits the claims of a composed or model-written answer: each claim first as pending, then with the result of its checks. A citation
 * that misses the right lines is moved to them if the claim is verified there.
 */

import type { ReadClaim } from '../../../answering/claim-text/read-claims.ts';
import { checkClaim } from '../../../answering/claims/check-claim.ts';
import type { NearMiss } from '../../../answering/claims/find-near-miss.ts';
import type { QueryFacts } from '../../../answering/claims/query-facts.ts';
import type { CheckedClaim } from '../../../answering/claims/decide-claim.ts';
import { markInstructions } from '../../../answering/instructions/find-instructions.ts';
import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { Claim, ClaimCheck } from '../../../core/answers/claim.ts';
import {
  isAttachmentEvidence,
  isSpanEvidence,
  type AnyEvidence,
  type AttachedFile,
  type AttachmentEvidence,
  type Evidence,
  type ShownEvidence,
  type SpanPosition,
} from '../../../core/answers/evidence.ts';
import { formatPlace } from '../../../core/answers/format-place.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { readAttachmentLines } from '../evidence/issue-attachment-evidence.ts';
import { findSameLines, issueEvidence, toShownEvidence } from '../evidence/issue-evidence.ts';

export interface ClaimEmitter {
  /** Returns the evidence that claims may cite, as an event. */
  sources(): AnswerEvent;
  /** Adds evidence. It replaces evidence with the same id. */
  show(evidence: Iterable<AnyEvidence>): void;
  nextId(): string;
  /** Returns the number of ids issued. */
  count(): number;
  /** @param isKnown the claim was emitted under this id before, so it is not emitted as pending again */
  emit(id: string, claim: ReadClaim, isKnown?: boolean): AsyncGenerator<AnswerEvent>;
  /** Marks a checked claim as pending, since more of its text arrived. */
  reopen(id: string, text: string): AnswerEvent;
}

type LineRange = Pick<SpanPosition, 'path' | 'startLine' | 'endLine'>;

export function createClaimEmitter(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  options: {
    readonly evidence: ReadonlyMap<string, AnyEvidence>;
    readonly facts: QueryFacts | undefined;
    /** Other ids that new evidence must not use. */
    readonly reserved?: Iterable<string>;
    /** Attached files of the question, to which a citation may be moved. */
    readonly files?: readonly AttachedFile[];
  },
): ClaimEmitter {
  const evidence = new Map([...options.evidence].map(([id, item]) => [id, markInstructions(item)] as const));
  let claims = 0;
  const knownCitations = ({ citations }: ReadClaim): readonly string[] =>
    citations.filter((id) => evidence.has(id));

  const moveCitation = createCitationMover(services, resolved, {
    evidence,
    taken: [...evidence.keys(), ...(options.reserved ?? [])],
    files: options.files ?? [],
  });

  /** Moves the citation if the claim is verified at the new lines. Otherwise the claim stays as written. */
  async function* repair(shown: Claim, result: CheckedClaim): AsyncGenerator<AnswerEvent, Claim> {
    const unrepaired = { ...shown, state: result.state, citations: result.citations, checks: result.checks };
    const target = result.repair === undefined ? undefined : await moveCitation(result.repair);
    if (target === undefined) return unrepaired;
    const text = citeOnly(shown.text, target.id);
    const claim = { text, citations: [target.id] };
    const rechecked = checkClaim(claim, new Map([...evidence, [target.id, target]]), options.facts);
    if (rechecked.state !== 'verified') return unrepaired;
    if (!evidence.has(target.id)) {
      evidence.set(target.id, target);
      yield { type: 'sources', evidence: toShown(evidence) };
    }
    const before = result.citations.flatMap((id) => evidence.get(id) ?? []);
    const checks = [...rechecked.checks, describeRepair(before, target)];
    return { ...shown, text, citations: [target.id], state: 'repaired', checks };
  }

  return {
    sources: () => ({ type: 'sources', evidence: toShown(evidence) }),
    show(shown) {
      for (const item of shown) evidence.set(item.id, markInstructions(item));
    },
    nextId: () => `c${(claims += 1)}`,
    count: () => claims,
    async *emit(id, claim, isKnown = false) {
      const shown: Claim = {
        id,
        text: claim.text,
        state: 'pending',
        citations: knownCitations(claim),
        checks: [],
      };
      if (!isKnown) yield { type: 'claim', claim: shown };
      const result = checkClaim(claim, evidence, options.facts);
      yield { type: 'claim', claim: yield* repair(shown, result) };
    },
    reopen: (id, text) => ({
      type: 'claim',
      claim: { id, text, state: 'pending', citations: [], checks: [] },
    }),
  };
}

/** Explains the repair. The other checks of the claim apply to the new lines. */
function describeRepair(before: readonly AnyEvidence[], target: LineRange): ClaimCheck {
  const cited = before.flatMap((item) =>
    isSpanEvidence(item) || isAttachmentEvidence(item) ? [formatPlace(item)] : [],
  );
  const from = cited.length === 0 ? '' : ` from ${[...new Set(cited)].join(' and ')}`;
  return {
    check: 'repair',
    passed: true,
    detail: `The citation was moved to ${formatPlace(target)}${from}.`,
  };
}

/** Replaces all citations with the given one, which goes below a code block, since nothing may follow a closing fence. */
function citeOnly(text: string, id: string): string {
  const uncited = text.replace(/(```[\s\S]*?```|`[^`\n]*`|“[^”]*”)|\[chunk:[^\]]*\]/g, '$1').trimEnd();
  return `${uncited}${/(?:^|\n)[ \t]*(?:`{3,}|~{3,})$/.test(uncited) ? '\n' : ' '}[chunk:${id}]`;
}

function toShown(evidence: ReadonlyMap<string, AnyEvidence>): readonly ShownEvidence[] {
  return [...evidence.values()].map((item) => {
    if (!isAttachmentEvidence(item)) return isSpanEvidence(item) ? toShownEvidence(item) : item;
    const { fileLines: _lines, ...shown } = item;
    return shown;
  });
}

/** @returns undefined if the lines cannot be read */
type MoveCitation = (miss: NearMiss) => Promise<Evidence | AttachmentEvidence | undefined>;

function createCitationMover(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  options: {
    /** The shown evidence. Repairs add to it. */
    readonly evidence: ReadonlyMap<string, AnyEvidence>;
    /** Issued ids, including the ids of evidence that is no longer shown. */
    readonly taken: Iterable<string>;
    /** Attached files of the question. */
    readonly files: readonly AttachedFile[];
  },
): MoveCitation {
  const { evidence, files } = options;
  const taken = new Set(options.taken);
  let issued = taken.size;
  return async ({ citedInstead, ...position }) => {
    while (taken.has(`e${issued + 1}`) || evidence.has(`e${issued + 1}`)) issued += 1;
    if (isAttachmentEvidence(citedInstead)) {
      const lines = await readAttachmentLines(files, citedInstead, position);
      return (
        lines && (findSameAttachment(evidence, lines) ?? markInstructions({ ...lines, id: `e${issued + 1}` }))
      );
    }
    const [span] = await readSpans(services.chunkStore, resolved.key, [{ ...position, score: 0 }]);
    if (span === undefined) return undefined;
    return findSameLines(evidence, span) ?? markInstructions(issueEvidence(resolved, span, issued));
  };
}

function findSameAttachment(
  evidence: ReadonlyMap<string, AnyEvidence>,
  { path, startLine, endLine }: AttachmentEvidence,
): AttachmentEvidence | undefined {
  return [...evidence.values()]
    .filter(isAttachmentEvidence)
    .find((item) => item.path === path && item.startLine === startLine && item.endLine === endLine);
}
