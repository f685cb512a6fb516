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
  /** Names, paths and words taken from earlier turns; empty for a standalone question. */
  readonly carried: readonly string[];
  /** The text to show the user, including words that name a version. Absent if it equals `text`. */
  readonly displayText?: string;
}

/** Maximum length in characters. A longer question contains its own context. */
const maxFollowUpLength = 400;
/** Maximum number of earlier turns. Follow-ups do not refer to older ones. */
const maxTurns = 10;
/** Maximum passes. The first pass may add a reference that the second resolves, but some rewrites never settle. */
const maxPasses = 3;

export function rewriteFollowUp(question: string, earlier: readonly EarlierTurn[]): RewrittenQuestion {
  const unchanged = { text: question, carried: [] };
  if (question.length > maxFollowUpLength) return unchanged;
  const rewrittenTurns = earlier.slice(-maxTurns).reduce<readonly EarlierTurn[]>(makeTurnStandalone, []);
  return rewriteWithContext(question, rewrittenTurns);
}

/** Rewrites an earlier turn without known subjects, since it may itself be a follow-up. */
function makeTurnStandalone(
  rewrittenTurns: readonly EarlierTurn[],
  turn: EarlierTurn,
): readonly EarlierTurn[] {
  const isUnresolved = turn.subjects.length === 0 && turn.question.length <= maxFollowUpLength;
  return [
    ...rewrittenTurns,
    isUnresolved ? { ...turn, question: rewriteWithContext(turn.question, rewrittenTurns).text } : turn,
  ];
}

function rewriteWithContext(question: string, earlier: readonly EarlierTurn[]): RewrittenQuestion {
  const unchanged = { text: question, carried: [] };
  const last = earlier.at(-1);
  if (last === undefined) return unchanged;
  const referents = findReferents(earlier);
  let text = question;
  const carried = new Set<string>();
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = rewriteOnce(text, last, referents);
    if (next === undefined || next.text === text) return { text, carried: [...carried] };
    text = next.text;
    for (const words of next.carried) carried.add(words);
  }
  // The rewrite did not settle, so the original question is used.
  return unchanged;
}

/** "What about those in src?" repeats the question for another place, so "those" has no antecedent. */
const thoseInPattern =
  /^((?:(?:and|but|so|ok|okay)\b[\s,]*)*(?:what|how) about )(?:those|these|the ones|ones) (?=(?:in|inside|outside|under)\s)/i;

function rewriteOnce(
  original: string,
  last: EarlierTurn,
  referents: Referents,
): RewrittenQuestion | undefined {
  if (isAside(original)) return undefined;
  const question = original.replace(thoseInPattern, '$1');
  const projectQuestion = rewriteForProject(question);
  if (projectQuestion !== undefined) return { text: projectQuestion, carried: ['this project'] };
  const context = { lastQuestion: last.question, frame: parseQuestionFrame(last.question), referents };
  return (
    completeFragment(question, context) ??
    replaceReferences(question, referents) ??
    retargetQuestion(question, context)
  );
}

/** Whether the text addresses the assistant and asks nothing about the repository. */
function isAside(question: string): boolean {
  return /^(?:thanks|thank you|ok|okay|great|nice|cool|yes|no|really|are you sure|is (?:that|this|it) (?:all|right|correct|true|so|it|everything)|that(?:'s| is) (?:it|all|right|wrong|great|good|not)|does (?:that|this|it) make sense|what do you mean)\b[^?]{0,40}[?.!]*$/i.test(
    question.trim(),
  );
}

const projectQuestions =
  /\blicen[cs]ed?\b|^how (?:do|can|should|would) (?:i|we|you|one) (?:install|set up|contribute)\b|^how (?:is|can) it (?:be )?installed\b|\bcontribute to it\b/i;

/** @returns the question with "it" replaced by "this project", or undefined if it is not about the project or has no "it" */
function rewriteForProject(question: string): string | undefined {
  if (!projectQuestions.test(question.trim()) || !/\bit\b/i.test(question)) return undefined;
  return question.replace(/\bit\b/i, 'this project');
}
