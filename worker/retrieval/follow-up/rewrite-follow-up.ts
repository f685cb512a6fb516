/**
 * Rewrites a follow-up as a standalone question by rules, without a model or database. A standalone question is
 * returned unchanged, and rewriting is idempotent.
 */

import type { EarlierTurn } from '../../core/answers/conversation.ts';
import { completeFragment } from './complete-fragment.ts';
import { parseQuestionFrame } from './question-frame.ts';
import { type Referents, findReferents } from './referents.ts';
import { replaceReferences } from './replace-references.ts';
import { retargetQuestion } from './retarget-question.ts';

export interface RewrittenQuestion {
  readonly text: string;
  /** Names, paths and words taken from earlier turns; empty when it stood on its own. */
  readonly carried: readonly string[];
  /** As it is told to who asked: with the words that name a version. Absent where `text` has all of them. */
  readonly told?: string;
}

/** A longer question has its own context. */
const longestFollowUp = 400;
/** What was said longer ago is not meant any more. */
const turnsRead = 10;
/** Passes until nothing is left to carry: one for what was asked, one for what that took along. */
const maxPasses = 3;

export function rewriteFollowUp(question: string, earlier: readonly EarlierTurn[]): RewrittenQuestion {
  const alone = { text: question, carried: [] };
  if (question.length > longestFollowUp) return alone;
  const before = earlier.slice(-turnsRead).reduce<readonly EarlierTurn[]>(makeTurnStandalone, []);
  return rewriteWithContext(question, before);
}

/** A turn nothing is known of but its words may lean on those before it. */
function makeTurnStandalone(before: readonly EarlierTurn[], turn: EarlierTurn): readonly EarlierTurn[] {
  const leans = turn.subjects.length === 0 && turn.question.length <= longestFollowUp;
  return [...before, leans ? { ...turn, question: rewriteWithContext(turn.question, before).text } : turn];
}

function rewriteWithContext(question: string, earlier: readonly EarlierTurn[]): RewrittenQuestion {
  const alone = { text: question, carried: [] };
  const last = earlier.at(-1);
  if (last === undefined) return alone;
  const referents = findReferents(earlier);
  let text = question;
  const carried = new Set<string>();
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = rewriteOnce(text, last, referents);
    if (next === undefined || next.text === text) return { text, carried: [...carried] };
    text = next.text;
    for (const one of next.carried) carried.add(one);
  }
  // It never settled: better as it was asked than grown without end.
  return alone;
}

/** "What about those in src?" asks the same elsewhere: "those" are whatever that finds. */
const thoseIn =
  /^((?:(?:and|but|so|ok|okay)\b[\s,]*)*(?:what|how) about )(?:those|these|the ones|ones) (?=(?:in|inside|outside|under)\s)/i;

function rewriteOnce(asked: string, last: EarlierTurn, referents: Referents): RewrittenQuestion | undefined {
  if (isAside(asked)) return undefined;
  const question = asked.replace(thoseIn, '$1');
  const ofProject = rewriteForProject(question);
  if (ofProject !== undefined) return { text: ofProject, carried: ['this project'] };
  const context = { earlier: last.question, frame: parseQuestionFrame(last.question), referents };
  return (
    completeFragment(question, context) ??
    replaceReferences(question, referents) ??
    retargetQuestion(question, context)
  );
}

/** Said to the one who answers, not asked of the repository. */
function isAside(question: string): boolean {
  return /^(?:thanks|thank you|ok|okay|great|nice|cool|yes|no|really|are you sure|is (?:that|this|it) (?:all|right|correct|true|so|it|everything)|that(?:'s| is) (?:it|all|right|wrong|great|good|not)|does (?:that|this|it) make sense|what do you mean)\b[^?]{0,40}[?.!]*$/i.test(
    question.trim(),
  );
}

const ofTheProject =
  /\blicen[cs]ed?\b|^how (?:do|can|should|would) (?:i|we|you|one) (?:install|set up|contribute)\b|^how (?:is|can) it (?:be )?installed\b|\bcontribute to it\b/i;

/** @returns the question with the project named in it; undefined when it is of something else, or names nothing by "it" */
export function rewriteForProject(question: string): string | undefined {
  if (!ofTheProject.test(question.trim()) || !/\bit\b/i.test(question)) return undefined;
  return question.replace(/\bit\b/i, 'this project');
}
