/**
 * `npm run -s eval -- …`: evaluates retrieval, answers and history on real repositories, and makes sets of cases from any repository. Prints tables
 * and, with `--json`, one JSON object as the last line of stdout.
 */

import { describeError } from '../../clients/cli/describe-error.ts';
import { exitCodes } from '../../clients/cli/command-error.ts';
import { createTerminal } from '../../clients/cli/terminal/terminal.ts';
import { evaluateAnswers } from './answers/evaluate-answers.ts';
import { evaluateClasses } from './classes/evaluate-classes.ts';
import { evaluate } from './evaluate.ts';
import { evaluateDiscussions } from './discussions/evaluate-discussions.ts';
import { evaluateExplain } from './explain/evaluate-explain.ts';
import { writeLineFeatures } from './explain/write-line-features.ts';
import { evaluateHistory } from './history/evaluate-history.ts';
import { writeChangeFeatures } from './history/write-change-features.ts';
import { evaluateHistorySet } from './history/evaluate-history-set.ts';
import { evaluateFeedback } from './feedback/evaluate-feedback.ts';
import { evaluateNearForeign } from './near-foreign/evaluate-near-foreign.ts';
import { evaluateCoverageQuestions } from './requests/evaluate-coverage-questions.ts';
import { evaluateRequests } from './requests/evaluate-requests.ts';
import { evaluateTraces } from './requests/evaluate-traces.ts';
import { makeSets } from './make/make-sets.ts';
import { readOptions, usage, type EvaluationOptions } from './options.ts';

/** Selects the evaluation: answers, questions about code, question classes, requests, traces, what the index contains, questions without an answer, rated answers, history questions, discussions, a new set, or retrieval. */
function chooseEvaluation({
  answers,
  explain,
  classes,
  requests,
  traces,
  coverage,
  nearForeign,
  feedback,
  make,
  history,
  historySet,
  discussions,
  features,
  'line-labels': lineLabels,
}: EvaluationOptions) {
  if (answers.length > 0) return evaluateAnswers;
  if (explain.length > 0) return lineLabels === undefined ? evaluateExplain : writeLineFeatures;
  if (classes.length > 0) return evaluateClasses;
  if (requests.length > 0) return evaluateRequests;
  if (traces.length > 0) return evaluateTraces;
  if (coverage.length > 0) return evaluateCoverageQuestions;
  if (nearForeign.length > 0) return evaluateNearForeign;
  if (feedback.length > 0) return evaluateFeedback;
  if (history.length > 0) return features === undefined ? evaluateHistory : writeChangeFeatures;
  if (historySet.length > 0) return evaluateHistorySet;
  if (discussions.length > 0) return evaluateDiscussions;
  return make.length > 0 ? makeSets : evaluate;
}

const args = process.argv.slice(2);
const json = args.includes('--json');
const terminal = createTerminal({ stdout: process.stdout, stderr: process.stderr, json });
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interruption.abort());

try {
  const options = readOptions(args);
  const context = { terminal, signal: interruption.signal };
  if (options.help) terminal.print(usage);
  else {
    const result = await chooseEvaluation(options)(options, context);
    if (json) terminal.json(result);
  }
} catch (thrown) {
  const { exit, lines, json: error } = describeError(thrown);
  for (const line of lines) terminal.note(line);
  if (json) terminal.json(error);
  process.exitCode = interruption.signal.aborted ? exitCodes.interrupted : exitCodes[exit];
}
