/** What to run once a set is made: the command that evaluates it, ready to be pasted. */

import { resolve } from 'node:path';
import type { EvaluationOptions } from '../options.ts';

type Made = Pick<EvaluationOptions, 'make' | 'out' | 'data' | 'server'>;

/** The same server or data folder as before, so that nothing is indexed twice. */
export function nextStep({ make, out, data, server }: Made): string {
  const args = [
    ['--set', out ?? 'cases.jsonl'],
    ...make.map((clone) => ['--repositories', resolve(clone)]),
    ...(data === undefined ? [] : [['--data', data]]),
    ...(server === undefined ? [] : [['--server', server]]),
  ];
  const command = `npm run -s eval -- ${args.flat().map(quoted).join(' ')}`;
  const told = out === undefined ? 'Keep what was printed as cases.jsonl, then evaluate it' : 'Evaluate it';
  return `${told}:\n  ${command}`;
}

/** For a POSIX shell. */
function quoted(word: string): string {
  return /^[\w./:@+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
