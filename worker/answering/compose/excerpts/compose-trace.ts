/** Composes a trace: the calls in their order, each with its line, then calls that the steps leave out. */

import type { Evidence } from '../../../core/answers/evidence.ts';
import { canNameInAnswer, fitsInlineCode } from '../../evidence-text/evidence-names.ts';
import { joinWithAnd } from './join-with-and.ts';

/** A call that a trace follows. */
export interface StepMaterial {
  readonly caller: string;
  readonly callee: string;
  /** The line with the call. */
  readonly evidence: Evidence;
}

export interface TraceMaterial {
  /** Calls in order; empty if the question asks for no trace. */
  readonly steps: readonly StepMaterial[];
  /** A few calls of the same definitions that the steps leave out. */
  readonly omitted: readonly StepMaterial[];
  /** Two named definitions between which no chain of calls was found. */
  readonly missing: { readonly from: string; readonly to: string } | undefined;
}

/** Longer lines are not quoted in a step. */
const maxLineLength = 160;

export function* composeTrace({ steps, omitted, missing }: TraceMaterial): Generator<string> {
  for (const [index, step] of steps.entries()) {
    const number = steps.length === 1 ? '' : `${index + 1}. `;
    yield `${number}${formatCaller(step)} calls ${formatCall(step)}${formatCode(step.evidence)} ${cite(step)}.\n`;
  }
  if (steps.length > 0) yield '\n';
  yield* omittedSentences(omitted);
  if (missing !== undefined && fitsInlineCode(missing.from) && fitsInlineCode(missing.to))
    yield `The calls from \`${missing.from}\` to \`${missing.to}\` are not shown here.\n\n`;
}

/** One sentence for each caller. It does not say how many calls there are, which the trace does not know. */
function* omittedSentences(omitted: readonly StepMaterial[]): Generator<string> {
  const usable = omitted.filter(({ evidence, callee }) => canNameInAnswer(evidence, callee));
  for (const caller of new Set(usable.map(formatCaller))) {
    const calls = usable
      .filter((step) => formatCaller(step) === caller)
      .map((step) => `${formatCall(step)} ${cite(step)}`);
    yield `${caller} also calls ${joinWithAnd(calls)}.\n\n`;
  }
}

function formatCaller({ caller, evidence }: StepMaterial): string {
  return `\`${caller}\` in \`${evidence.path}\``;
}

function formatCall({ callee, evidence }: StepMaterial): string {
  return `\`${callee}\` at line ${evidence.startLine}`;
}

function formatCode({ text }: Evidence): string {
  const line = text.trim();
  return fitsInlineCode(line) && line.length <= maxLineLength ? `: \`${line}\`` : '';
}

function cite({ evidence }: StepMaterial): string {
  return `[chunk:${evidence.id}]`;
}
