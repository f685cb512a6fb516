/** Claims told as they are read and checked, whoever wrote them: each first pending, then as the checks find it, under an id of its own. */

import { checkWrittenClaim } from '../answering/model/check-written-claim.ts';
import { markInstructions } from '../answering/model/mark-instructions.ts';
import type { CheckedClaim } from '../answering/check-claim.ts';
import type { QueryFacts } from '../answering/query-facts.ts';
import type { ReadClaim } from '../answering/read-claims.ts';
import type { AnswerEvent, Claim, ClaimCheck } from '../core/answer.ts';
import type { AttachedFile } from '../core/attachment.ts';
import {
  isOfAttachment,
  isOfLines,
  type AnyEvidence,
  type ShownEvidence,
  type SpanPosition,
} from '../core/evidence.ts';
import { shownEvidence } from './issue-evidence.ts';
import { createCitationMover } from './move-citation.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

export interface ClaimTeller {
  /** What the claims may cite, as it is shown. */
  sources(): AnswerEvent;
  /** Evidence takes the place of what had its id. */
  show(evidence: Iterable<AnyEvidence>): void;
  nextId(): string;
  /** How many ids were given. */
  count(): number;
  /** @param isKnown it was told under this id before: it is not told as pending again */
  tell(id: string, claim: ReadClaim, isKnown?: boolean): AsyncGenerator<AnswerEvent>;
  /** More is being written of it than was checked. */
  reopen(id: string, text: string): AnswerEvent;
}

type Place = Pick<SpanPosition, 'path' | 'startLine' | 'endLine'>;

export function createClaimTeller(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  told: {
    readonly evidence: ReadonlyMap<string, AnyEvidence>;
    readonly facts: QueryFacts | undefined;
    /** Ids given out besides, which nothing else is to have. */
    readonly reserved?: Iterable<string>;
    /** Files that came with the question, for claims that miss in them. */
    readonly files?: readonly AttachedFile[];
  },
): ClaimTeller {
  const evidence = new Map([...told.evidence].map(([id, one]) => [id, markInstructions(one)] as const));
  let claims = 0;
  const issuedOf = ({ citations }: ReadClaim): readonly string[] =>
    citations.filter((one) => evidence.has(one));

  const moved = createCitationMover(services, resolved, {
    evidence,
    taken: [...evidence.keys(), ...(told.reserved ?? [])],
    files: told.files ?? [],
  });

  /** A claim that holds where its words stand; cited there it is as wrong as before, and stays as it was written. */
  async function* repaired(shown: Claim, result: CheckedClaim): AsyncGenerator<AnswerEvent, Claim> {
    const found = { ...shown, state: result.state, citations: result.citations, checks: result.checks };
    const place = result.repair === undefined ? undefined : await moved(result.repair);
    if (place === undefined) return found;
    const text = citing(shown.text, place.id);
    const claim = { text, citations: [place.id] };
    const again = checkWrittenClaim(claim, new Map([...evidence, [place.id, place]]), told.facts);
    if (again.state !== 'verified') return found;
    if (!evidence.has(place.id)) {
      evidence.set(place.id, place);
      yield { type: 'sources', evidence: shownOf(evidence) };
    }
    const before = result.citations.flatMap((id) => evidence.get(id) ?? []);
    const checks = [...again.checks, repairOf(before, place)];
    return { ...shown, text, citations: [place.id], state: 'repaired', checks };
  }

  return {
    sources: () => ({ type: 'sources', evidence: shownOf(evidence) }),
    show(shown) {
      for (const one of shown) evidence.set(one.id, markInstructions(one));
    },
    nextId: () => `c${(claims += 1)}`,
    count: () => claims,
    async *tell(id, claim, isKnown = false) {
      const shown: Claim = { id, text: claim.text, state: 'pending', citations: issuedOf(claim), checks: [] };
      if (!isKnown) yield { type: 'claim', claim: shown };
      const result = checkWrittenClaim(claim, evidence, told.facts);
      yield { type: 'claim', claim: yield* repaired(shown, result) };
    },
    reopen: (id, text) => ({
      type: 'claim',
      claim: { id, text, state: 'pending', citations: [], checks: [] },
    }),
  };
}

/** What was done to it, for whoever asks why it is marked: its checks are those of the place it cites now. */
function repairOf(before: readonly AnyEvidence[], place: Place): ClaimCheck {
  const cited = before.flatMap((one) => (isOfLines(one) || isOfAttachment(one) ? [linesOf(one)] : []));
  const from = cited.length === 0 ? '' : ` from ${[...new Set(cited)].join(' and ')}`;
  return { check: 'repair', passed: true, detail: `The citation was moved to ${linesOf(place)}${from}.` };
}

function linesOf({ path, startLine, endLine }: Place): string {
  return `${path}, line${startLine === endLine ? ` ${startLine}` : `s ${startLine}–${endLine}`}`;
}

/** Cited there alone; below code, since a fence ends only where nothing else stands on its last line. */
function citing(text: string, id: string): string {
  const uncited = text.replace(/(```[\s\S]*?```|`[^`\n]*`|“[^”]*”)|\[chunk:[^\]]*\]/g, '$1').trimEnd();
  return `${uncited}${/(?:^|\n)[ \t]*(?:`{3,}|~{3,})$/.test(uncited) ? '\n' : ' '}[chunk:${id}]`;
}

function shownOf(evidence: ReadonlyMap<string, AnyEvidence>): readonly ShownEvidence[] {
  return [...evidence.values()].map((one) => {
    if (!isOfAttachment(one)) return isOfLines(one) ? shownEvidence(one) : one;
    const { fileLines: _lines, ...shown } = one;
    return shown;
  });
}
