/**
 * A model's text as it comes: made harmless, shown at once, read to claims and each claim checked as soon as it is whole. Where the text
 * stands still behind a citation its claim is checked as it stands; if more of it comes it is pending again, and checked again when
 * that is whole.
 */

import { isTitle } from '../../answering/model/is-title.ts';
import { createTextNeutraliser } from '../../answering/model/neutralise-text.ts';
import { createClaimReader, type ReadClaim } from '../../answering/read-claims.ts';
import type { AnswerEvent } from '../../core/answer.ts';
import type { ClaimTeller } from '../claim-teller.ts';

interface ModelText {
  /** Events of more text. */
  add(delta: string): AsyncGenerator<AnswerEvent>;
  /** Whether a standstill tells of a claim that may be whole. */
  hasStanding(): boolean;
  still(): AsyncGenerator<AnswerEvent>;
  end(): AsyncGenerator<AnswerEvent>;
  /** Something of it is shown, whether or not it says anything. */
  isShown(): boolean;
}

/** A claim that was checked before it was sure to be whole. */
interface Standing {
  readonly id: string;
  readonly text: string;
  readonly isReopened: boolean;
}

export function createModelText(teller: ClaimTeller): ModelText {
  const neutraliser = createTextNeutraliser();
  const reader = createClaimReader(isTitle);
  let standing: Standing | undefined;
  let isShown = false;

  async function* check(read: readonly ReadClaim[]): AsyncGenerator<AnswerEvent> {
    for (const claim of read) {
      const before = standing;
      standing = undefined;
      if (before === undefined) yield* teller.tell(teller.nextId(), claim);
      else if (before.isReopened || before.text !== claim.text) yield* teller.tell(before.id, claim, true);
    }
  }
  async function* write(delta: string): AsyncGenerator<AnswerEvent> {
    if (delta === '') return;
    isShown = true;
    yield { type: 'text', delta };
    yield* check(reader.add(delta));
    const open = reader.open();
    if (standing === undefined || standing.isReopened || !saysMore(standing.text, open)) return;
    standing = { ...standing, isReopened: true };
    yield teller.reopen(standing.id, open);
  }
  return {
    add: (delta) => write(neutraliser.add(delta)),
    hasStanding() {
      const claim = reader.standing();
      return claim !== undefined && (claim.text !== standing?.text || standing.isReopened);
    },
    async *still() {
      const claim = reader.standing();
      if (claim === undefined) return;
      const id = standing?.id ?? teller.nextId();
      yield* teller.tell(id, claim, standing !== undefined);
      standing = { id, text: claim.text, isReopened: false };
    },
    async *end() {
      yield* write(neutraliser.end());
      yield* check(reader.end());
    },
    isShown: () => isShown,
  };
}

/** A full stop says nothing more, nor does the mark of an item that may be another claim's. */
function saysMore(told: string, open: string): boolean {
  return /[^\s.!?*+>-]/.test(open.slice(told.length));
}
