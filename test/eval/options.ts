/** What can be asked of `npm run eval`, checked before anything is started. */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { usageError } from '../../clients/cli/command-error.ts';
import { variantNames } from './variants.ts';

export const usage = `Usage: npm run -s eval -- --set <file.jsonl> --repositories <folder of clones> [options]
       npm run -s eval -- --make <clone> [--cases 100] [--out <file.jsonl>] [options]
       npm run -s eval -- --classes <set.jsonl> [--out <name>]
       npm run -s eval -- --answers <set.jsonl> --repositories <folder of clones> [--model provider/model] [--judge provider/model] [--ablate models,embedders] [options]
       npm run -s eval -- --discussions <clone> [--questions 60] [--seed 1] [--out <name>]
       npm run -s eval -- --history <clone> [--questions 60] [--ref <commit>] [--seed 1] [--out <name>] [options]

  --set FILE           cases to evaluate; may be given several times
  --repositories DIR   where the clones lie, as owner+name, owner/name or name; several times likewise
  --server URL         a running server, instead of one of its own
  --data DIR           keep the indexes there for the next run
  --reindex            index again what is there already
  --only TEXT          cases whose id or repository contains this
  --ablate NAMES       with parts left out or exchanged, each against the first: ${variantNames.join(',')}
  --baselines          the same cases by plain full-text search and by counting terms
  --out NAME           each case as a JSON line, and the tables, below test/eval/results (or a path of its own)
  --dump FILE          every chunk returned with its shares of the score and whether it was wanted, as JSON lines
  --make CLONE         make a set from a repository's later commits and its documentation
  --classes FILE       questions labelled with their class: how often it is told; may be given several times
  --answers FILE       questions with written answers: what the answers are worth; may be given several times
  --model NAME         who answers, as provider/model (default the embedded answerer); several times likewise
  --judge NAME         a model that judges every claim, after test/eval/answer-rubric.md; vendors by OPENAI_URL, OPENAI_KEY and so on
  --cases NUMBER       how many (default 100)
  --history CLONE      questions made of a repository's history, whose answers git knows; may be given several times
  --discussions CLONE  questions whose reasons stand in discussions alone, fetched from a GitHub on loopback; several times likewise
  --questions NUMBER   how many of each clone, a quarter of each kind (default 60)
  --ref REF            the commit that is indexed and asked about (default HEAD)
  --seed NUMBER        which questions: the same number makes the same (default 1)
  --json               one JSON object as the last line`;

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
  discussions: { type: 'string', multiple: true },
  answers: { type: 'string', multiple: true },
  model: { type: 'string', multiple: true },
  judge: { type: 'string' },
  questions: { type: 'string', default: '60' },
  ref: { type: 'string', default: 'HEAD' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export type EvaluationOptions = ReturnType<typeof readOptions>;

/** @throws CommandError with the usage. */
export function readOptions(args: readonly string[]) {
  const values = parse(args);
  const [set, make, classes, history, discussions, answers] = [
    values.set ?? [],
    values.make ?? [],
    values.classes ?? [],
    values.history ?? [],
    values.discussions ?? [],
    values.answers ?? [],
  ];
  const folders = (values.repositories ?? []).map((folder) => resolve(folder));
  const cases = whole('cases', values.cases);
  if (!values.help && answers.length > 0 && folders.length === 0)
    throw usageError('No folder of clones was named.', usage);
  if (
    !values.help &&
    answers.length + make.length + classes.length + history.length + discussions.length === 0
  ) {
    if (set.length === 0) throw usageError('No set was named.', usage);
    if (folders.length === 0) throw usageError('No folder of clones was named.', usage);
  }
  return {
    ...values,
    set,
    make,
    classes,
    history,
    discussions,
    answers,
    model: values.model ?? [],
    cases,
    questions: whole('questions', values.questions),
    seed: whole('seed', values.seed),
    folders,
    ablate: values.ablate?.split(',').filter((name) => name !== ''),
  };
}

function whole(name: string, given: string): number {
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= 10_000) return value;
  throw usageError(`--${name} must be a whole number from 1 to 10000; found "${given}".`, usage);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (cause) {
    throw usageError(cause instanceof Error ? cause.message : String(cause), usage);
  }
}
