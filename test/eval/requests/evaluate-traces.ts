/** `npm run -s eval -- --traces <set.jsonl>`: measures how often a question for a trace through several functions is distinguished from others. */

import { z } from 'zod';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import { asksForTrace } from '../../../worker/retrieval/question-class/asks-for-trace.ts';
import { evaluateLabels, type LabelFigures } from './evaluate-labels.ts';

/** A line of a set for `--explain` states the kind of the question instead of `trace`. */
const lineSchema = z
  .object({
    query: z.string(),
    trace: z.boolean().optional(),
    kind: z.string().optional(),
    repo: z.string().optional(),
  })
  .refine(({ trace, kind }) => trace !== undefined || kind !== undefined);

export function evaluateTraces(
  { traces, out }: { readonly traces: readonly string[]; readonly out?: string | undefined },
  context: { readonly terminal: Terminal },
): Readonly<Record<string, LabelFigures>> {
  return evaluateLabels({ files: traces, out }, context, {
    names: ['traces', 'others'],
    expected: 'A line has `query` and `trace`.',
    parse: (line) => {
      const { data } = lineSchema.safeParse(line);
      return (
        data && { query: data.query, isLabeled: data.trace ?? data.kind === 'flow', repository: data.repo }
      );
    },
    classify: ({ text, identifiers, paths }) => asksForTrace(text, [...identifiers, ...paths]),
  });
}
