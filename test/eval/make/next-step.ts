/** Formats the command that evaluates a new set, ready to paste. */

import { resolve } from 'node:path';
import type { EvaluationOptions } from '../options.ts';

type MadeSetOptions = Pick<EvaluationOptions, 'make' | 'out' | 'data' | 'server'>;

/** Uses the same server or data folder, so that nothing is indexed twice. */
export function formatNextStep({ make, out, data, server }: MadeSetOptions): string {
  const args = [
    ['--set', out ?? 'cases.jsonl'],
    ...make.map((clone) => ['--repositories', resolve(clone)]),
    ...(data === undefined ? [] : [['--data', data]]),
    ...(server === undefined ? [] : [['--server', server]]),
  ];
  const command = `npm run -s eval -- ${args.flat().map(quoteForShell).join(' ')}`;
  const instruction = out === undefined ? 'Save the output as cases.jsonl, then evaluate it' : 'Evaluate it';
  return `${instruction}:\n  ${command}`;
}

/** Quotes a word for a POSIX shell. */
function quoteForShell(word: string): string {
  return /^[\w./:@+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
