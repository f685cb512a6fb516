/**
 * Sanitizes a model's text as it streams, emits it at once, and checks each claim as soon as it is complete. If the stream pauses after
 * a citation, the claim is checked early. If more of the claim arrives, it becomes pending and is checked again.
 */

import { isTitle } from '../../../answering/claim-text/is-title.ts';
import { createClaimReader, type ReadClaim } from '../../../answering/claim-text/read-claims.ts';
import { createTextSanitizer } from '../../../answering/sanitize/sanitize-text.ts';
import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { Generation } from '../../models/generation.ts';
import type { ClaimEmitter } from './claim-emitter.ts';

interface ModelText {
  /** Adds text from the stream. */
  add(delta: string): AsyncGenerator<AnswerEvent>;
  /** Whether the text ends in a claim that may be complete and is not checked yet. */
  hasUncheckedClaim(): boolean;
  checkPending(): AsyncGenerator<AnswerEvent>;
  end(): AsyncGenerator<AnswerEvent>;
  /** Whether any text was emitted, even if only markup. */
  isShown(): boolean;
}

/** A claim that was checked before it was certain to be complete. */
interface EarlyClaim {
  readonly id: string;
  readonly text: string;
  readonly isReopened: boolean;
}

export function createModelText(emitter: ClaimEmitter): ModelText {
  const sanitizer = createTextSanitizer();
  const reader = createClaimReader(isTitle);
  let earlyClaim: EarlyClaim | undefined;
  let isShown = false;

  async function* check(read: readonly ReadClaim[]): AsyncGenerator<AnswerEvent> {
    for (const claim of read) {
      const checkedClaim = earlyClaim;
      earlyClaim = undefined;
      if (checkedClaim === undefined) yield* emitter.emit(emitter.nextId(), claim);
      else if (checkedClaim.isReopened || checkedClaim.text !== claim.text)
        yield* emitter.emit(checkedClaim.id, claim, true);
    }
  }
  async function* write(delta: string): AsyncGenerator<AnswerEvent> {
    if (delta === '') return;
    isShown = true;
    yield { type: 'text', delta };
    yield* check(reader.add(delta));
    const unreadText = reader.unreadText();
    if (earlyClaim === undefined || earlyClaim.isReopened || !addsWords(earlyClaim.text, unreadText)) return;
    earlyClaim = { ...earlyClaim, isReopened: true };
    yield emitter.reopen(earlyClaim.id, unreadText);
  }
  return {
    add: (delta) => write(sanitizer.add(delta)),
    hasUncheckedClaim() {
      const claim = reader.currentClaim();
      return claim !== undefined && (claim.text !== earlyClaim?.text || earlyClaim.isReopened);
    },
    async *checkPending() {
      const claim = reader.currentClaim();
      if (claim === undefined) return;
      const id = earlyClaim?.id ?? emitter.nextId();
      yield* emitter.emit(id, claim, earlyClaim !== undefined);
      earlyClaim = { id, text: claim.text, isReopened: false };
    },
    async *end() {
      yield* write(sanitizer.end());
      yield* check(reader.end());
    },
    isShown: () => isShown,
  };
}

/** Punctuation and list markers do not extend a claim. */
function addsWords(checked: string, unreadText: string): boolean {
  return /[^\s.!?*+>-]/.test(unreadText.slice(checked.length));
}

/** Pause after which a claim is checked early: too short to notice, but longer than the gaps between steps that arrive together. */
const pauseMs = 5;

/**
 * Inserts one `pause` step each time the stream pauses for `pauseMs`.
 * @param needsPause whether a pause would have an effect on the text so far
 */
export async function* withPauses<Step>(
  steps: AsyncIterable<Step>,
  pause: Generation['pause'],
  needsPause: () => boolean,
): AsyncGenerator<Step | 'pause'> {
  const iterator = steps[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = iterator.next();
      if (needsPause() && (await isPaused(next, pause))) yield 'pause';
      const result = await next;
      isDone = result.done === true;
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    // Not awaited, since the signal of a running step ends it.
    if (!isDone) void iterator.return?.().catch(() => undefined);
  }
}

async function isPaused(next: Promise<unknown>, pause: Generation['pause']): Promise<boolean> {
  const timer = new AbortController();
  const waited = pause(pauseMs, timer.signal).then(
    () => true,
    () => false,
  );
  const arrived = next.then(
    () => false,
    () => false,
  );
  const isWaiting = await Promise.race([arrived, waited]);
  timer.abort();
  return isWaiting;
}
