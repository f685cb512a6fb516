/** `npm run -s eval -- --requests <set.jsonl>`: measures how often a request for work or a greeting is distinguished from a question about the code. */

import { z } from 'zod';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import { evaluateLabels, type LabelFigures } from './evaluate-labels.ts';

/**
 * Lines of the class sets have no `request`. A commit message and a text about the whole repository may be either, so their `style` and `class` exclude
 * them.
 */
const lineSchema = z.object({
  query: z.string(),
  request: z.boolean().default(false),
  class: z.string().optional(),
  style: z.string().optional(),
});

export function evaluateRequests(
  { requests, out }: { readonly requests: readonly string[]; readonly out?: string | undefined },
  context: { readonly terminal: Terminal },
): Readonly<Record<string, LabelFigures>> {
  return evaluateLabels({ files: requests, out }, context, {
    names: ['requests', 'questions'],
    expected: 'A line has `query` and `request`.',
    parse: (line) => {
      const { data } = lineSchema.safeParse(line);
      if (data === undefined) return undefined;
      const isEither = data.style === 'commit' || data.class === 'too-broad';
      return isEither ? 'excluded' : { query: data.query, isLabeled: data.request };
    },
    classify: ({ request }) => request !== undefined,
  });
}
