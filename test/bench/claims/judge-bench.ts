/** `claims --cases <file>` with `--judge-prompts <file>` or `--judge-replies <file>`: measures a judging model on labeled claims. */

import type { Bench } from '../bench.ts';
import {
  groupIntoAnswers,
  measureReplies,
  readLabeledClaims,
  readReplies,
  recordPrompts,
} from './judge-cases.ts';

/** @returns undefined if the arguments ask for no judging model */
export function findJudgeBench(args: readonly string[]): Bench | undefined {
  const [cases, prompts, replies] = ['--cases', '--judge-prompts', '--judge-replies'].map((option) => {
    const index = args.indexOf(option);
    return index < 0 ? undefined : args[index + 1];
  });
  if (cases === undefined || (prompts === undefined && replies === undefined)) return undefined;
  return async (_args, { terminal }) => {
    const answers = groupIntoAnswers(readLabeledClaims(cases));
    if (prompts !== undefined) {
      await recordPrompts(answers, prompts);
      terminal.print(`${answers.length} prompts are in ${prompts}.`);
    }
    if (replies === undefined) return { prompts: answers.length };
    const figures = await measureReplies(answers, readReplies(replies));
    const { judged, claims, trueDisputed, falseMeaningDisputed, falseLookupDisputed, dropped } = figures;
    terminal.print(
      `${judged} of ${claims} claims have a judgment; ${dropped} verdicts were dropped. Disputed: ${percent(trueDisputed)} of the true claims, ${percent(falseMeaningDisputed)} of those false in meaning, ${percent(falseLookupDisputed)} of those that a look-up shows false.`,
    );
    return figures;
  };
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}
