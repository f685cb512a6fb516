/** `npm run -s eval -- --coverage <set.jsonl>`: measures how often a question about what the index contains is distinguished from one about the code. */

import { z } from 'zod';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import { readCoverageQuestion } from '../../../worker/retrieval/question/read-coverage-question.ts';
import { evaluateLabels, type LabelFigures } from './evaluate-labels.ts';

/** Lines of other sets have no `coverage`. */
const lineSchema = z.object({ query: z.string(), coverage: z.boolean().default(false) });

export function evaluateCoverageQuestions(
  { coverage, out }: { readonly coverage: readonly string[]; readonly out?: string | undefined },
  context: { readonly terminal: Terminal },
): Readonly<Record<string, LabelFigures>> {
  return evaluateLabels({ files: coverage, out }, context, {
    names: ['coverage questions', 'others'],
    expected: 'A line has `query` and `coverage`.',
    parse: (line) => {
      const { data } = lineSchema.safeParse(line);
      return data && { query: data.query, isLabeled: data.coverage };
    },
    classify: (question) => readCoverageQuestion(question).asksForIndexing,
  });
}
