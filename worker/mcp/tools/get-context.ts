/** The tool that returns the code that a question needs, within a budget: what a coding agent calls first. */

import { z } from 'zod';
import { contextLimits } from '../../core/answers/context.ts';
import type { ContextResponse } from '../../contract/context/schema.ts';
import { countOf } from '../../core/text/count-of.ts';
import { formatLocation } from '../file-links.ts';
import { selectRepository } from '../select-repository.ts';
import {
  defineTool,
  questionArgument,
  repositoryArgument,
  tokensArgument,
  versionArgument,
  type ToolItem,
} from '../tool.ts';

/** Part of the budget for code; links and headings use the rest. */
const codeFraction = 0.85;

export const getContextTool = defineTool({
  name: 'get_context',
  description:
    'Returns the code and documentation needed to answer a question or make a change: whole definitions, best first, without duplicates, each with a link. Call this first.',
  input: z.strictObject({
    question: questionArgument.describe('A whole question, or the task.'),
    repository: repositoryArgument,
    version: versionArgument,
    maxTokens: tokensArgument,
  }),
  async run(context, { question, repository, version, maxTokens }) {
    const { id, name } = await selectRepository(context, repository);
    const found = await context.client.context(id, {
      question,
      version,
      maxTokens: Math.max(contextLimits.minTokens, Math.floor(maxTokens * codeFraction)),
    });
    return {
      summary: summarize(name, found),
      items: found.spans.map((span) => toItem(context.origin, span)),
    };
  },
});

function summarize(name: string, { confidence, coverage, spans, notes = [] }: ContextResponse): string {
  const warnings = {
    high: [],
    low: ['Low confidence: this may not contain the answer.'],
    'out-of-scope': ['The repository does not seem to contain the answer. This is the nearest text.'],
  }[confidence];
  const commit = coverage.commit.slice(0, 12);
  return [`${name} at ${commit}: ${countOf(spans.length, 'passage')}.`, ...warnings, ...notes].join('\n');
}

function toItem(origin: string, span: ContextResponse['spans'][number]): ToolItem {
  const { symbol, url, text, language, similar } = span;
  return {
    heading: `${formatLocation(span)}${symbol === undefined ? '' : ` (${symbol})`}`,
    url: new URL(url, origin).href,
    notes: similar === 0 ? [] : [`${countOf(similar, 'similar passage')} omitted.`],
    code: { text, language },
  };
}
