/** Parses and validates the command line of `npm run eval` before anything starts. */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { usageError } from '../../clients/cli/command-error.ts';
import { variantNames } from './variants.ts';

export const usage = `Usage: npm run -s eval -- --set <file.jsonl> --repositories <folder of clones> [options]
       npm run -s eval -- --make <clone> [--cases 100] [--out <file.jsonl>] [options]
       npm run -s eval -- --classes <set.jsonl> [--out <name>]
       npm run -s eval -- --requests <set.jsonl> [--out <name>]
       npm run -s eval -- --traces <set.jsonl> [--out <name>]
       npm run -s eval -- --coverage <set.jsonl> [--out <name>]
       npm run -s eval -- --near-foreign <set.jsonl> --repositories <folder of clones> [--features <file.jsonl>] [options]
       npm run -s eval -- --feedback <feedback.jsonl> --repositories <folder of clones> [--data <folder>] [--out <file.jsonl>] [options]
       npm run -s eval -- --answers <set.jsonl> --repositories <folder of clones> [--model provider/model] [--judge provider/model] [--ablate models,embedders] [options]
       npm run -s eval -- --explain <set.jsonl> --repositories <folder of clones> [--without-answers] [--without-context] [--features <file.jsonl>] [--choice-prompts <file.jsonl>] [--choice-replies <file.jsonl>] [options]
       npm run -s eval -- --explain <set.jsonl> --line-labels <file.jsonl> --features <file.jsonl> --repositories <folder of clones>
       npm run -s eval -- --discussions <clone> [--questions 60] [--seed 1] [--out <name>]
       npm run -s eval -- --history <clone> [--questions 60] [--ref <commit>] [--seed 1] [--out <name>] [options]
       npm run -s eval -- --history <clone> --features <file.jsonl> [--questions 60]
       npm run -s eval -- --history-set <set.jsonl> --repositories <folder of clones> [--only TEXT] [--data <folder>] [--out <file.jsonl>]

  --set FILE           cases to evaluate; may be repeated
  --repositories DIR   folder of clones named owner+name, owner/name or name; may be repeated
  --server URL         use a running server instead of starting one
  --data DIR           keep the indexes here for the next run
  --reindex            index existing trees again
  --only TEXT          only cases whose id or repository contains this
  --ablate NAMES       remove or replace parts of retrieval and compare each with the first: ${variantNames.join(',')}
  --baselines          also run plain full-text search and term counting
  --out NAME           write cases as JSON lines and the tables to test/eval/results, or to a path
  --dump FILE          write every returned chunk with its score components and whether it is right, as JSON lines
  --make CLONE         make a set from a repository's later commits and documentation; may be repeated
  --classes FILE       questions labeled with their class, to measure how often the class is read correctly; may be repeated
  --requests FILE      texts labeled as request for work or question about code, to measure how often they are distinguished; may be repeated
  --traces FILE        questions labeled as asking for a trace or not, to measure how often they are distinguished; may be repeated
  --coverage FILE      questions labeled as asking what the index contains or not, to measure how often they are distinguished; may be repeated
  --near-foreign FILE  questions in the words of a repository that it answers or not, to measure how often they are declined, low and high; may
                       be repeated
  --feedback FILE      exported feedback on answers, to ask their questions again; may be repeated
  --answers FILE       questions with reference answers, to measure the quality of the answers; may be repeated
  --explain FILE       questions with the definitions they need, to measure whether these are found, shown and cited; may be repeated
  --without-answers    with --explain, request no answers
  --without-context    with --explain, request no context
  --features FILE      write the features of the definitions ranked for each question of --explain, of the commits for release notes of the
                       clones of --history, or of the questions of --near-foreign, to fit the ranking or the confidence
  --line-labels FILE   lines that readers would quote for questions of --explain; with --features, write the features of these definitions' lines
  --choice-prompts FILE write the prompt in which a model chooses definitions for each question of --explain
  --choice-replies FILE replies to these prompts, as {"id", "reply"}, to measure the context with them; only their questions are evaluated
  --model NAME         model that answers, as provider/model (default: the embedded answerer); may be repeated
  --judge NAME         model that judges every claim by test/eval/answer-rubric.md; set the URL and key of its provider, such as OPENAI_URL and OPENAI_KEY
  --cases NUMBER       number of cases to make (default 100)
  --history CLONE      ask questions about a repository's history, with truth from git; may be repeated
  --history-set FILE   history questions with the commits that answer them, by kind and repository; may be repeated
  --discussions CLONE  ask for reasons that only generated discussions state; may be repeated
  --questions NUMBER   questions per clone, a quarter of each kind (default 60)
  --ref REF            commit to index and ask about (default HEAD)
  --seed NUMBER        seed of the question choice (default 1)
  --json               print one JSON object as the last line`;

const options = {
  set: { type: 'string', multiple: true },
  repositories: { type: 'string', multiple: true },
  server: { type: 'string' },
  data: { type: 'string' },
  reindex: { type: 'boolean', default: false },
  only: { type: 'string' },
  ablate: { type: 'string' },
  baselines: { type: 'boolean', default: false },
  out: { type: 'string' },
  dump: { type: 'string' },
  make: { type: 'string', multiple: true },
  classes: { type: 'string', multiple: true },
  cases: { type: 'string', default: '100' },
  history: { type: 'string', multiple: true },
  'history-set': { type: 'string', multiple: true },
  discussions: { type: 'string', multiple: true },
  answers: { type: 'string', multiple: true },
  explain: { type: 'string', multiple: true },
  requests: { type: 'string', multiple: true },
  traces: { type: 'string', multiple: true },
  coverage: { type: 'string', multiple: true },
  'near-foreign': { type: 'string', multiple: true },
  feedback: { type: 'string', multiple: true },
  'choice-prompts': { type: 'string' },
  'choice-replies': { type: 'string' },
  features: { type: 'string' },
  'line-labels': { type: 'string' },
  'without-answers': { type: 'boolean', default: false },
  'without-context': { type: 'boolean', default: false },
  model: { type: 'string', multiple: true },
  judge: { type: 'string' },
  questions: { type: 'string', default: '60' },
  ref: { type: 'string', default: 'HEAD' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export type EvaluationOptions = ReturnType<typeof readOptions>;

/** @throws CommandError with the usage text if the arguments are invalid */
export function readOptions(args: readonly string[]) {
  const values = parse(args);
  const historySet = values['history-set'] ?? [];
  const nearForeign = values['near-foreign'] ?? [];
  const feedback = values.feedback ?? [];
  const [requests, traces, coverage] = [values.requests ?? [], values.traces ?? [], values.coverage ?? []];
  const [set, make, classes, history, discussions, answers, explain] = [
    values.set ?? [],
    values.make ?? [],
    values.classes ?? [],
    values.history ?? [],
    values.discussions ?? [],
    values.answers ?? [],
    values.explain ?? [],
  ];
  const folders = (values.repositories ?? []).map((folder) => resolve(folder));
  const cases = parseWholeNumber('cases', values.cases);
  if (
    !values.help &&
    answers.length + explain.length + historySet.length + nearForeign.length + feedback.length > 0 &&
    folders.length === 0
  )
    throw usageError('No folder of clones was given. Pass --repositories.', usage);
  if (
    !values.help &&
    [
      answers,
      explain,
      make,
      classes,
      requests,
      traces,
      coverage,
      nearForeign,
      feedback,
      history,
      historySet,
      discussions,
    ].every((files) => files.length === 0)
  ) {
    if (set.length === 0) throw usageError('No set was given. Pass --set, or another mode.', usage);
    if (folders.length === 0) throw usageError('No folder of clones was given. Pass --repositories.', usage);
  }
  return {
    ...values,
    set,
    make,
    classes,
    history,
    requests,
    traces,
    coverage,
    nearForeign,
    feedback,
    historySet,
    discussions,
    answers,
    explain,
    model: values.model ?? [],
    cases,
    questions: parseWholeNumber('questions', values.questions),
    seed: parseWholeNumber('seed', values.seed),
    folders,
    ablate: values.ablate?.split(',').filter((name) => name !== ''),
  };
}

function parseWholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 10_000) return value;
  throw usageError(`--${name} must be a whole number from 1 to 10000; found "${text}".`, usage);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (cause) {
    throw usageError(cause instanceof Error ? cause.message : String(cause), usage);
  }
}
