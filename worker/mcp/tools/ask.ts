/** The tool that answers a question with citations that were checked. */

import { z } from 'zod';
import type { Evidence } from '../../contract/answers/evidence.ts';
import type { Answer } from '../../contract/answers/schema.ts';
import { markOf } from '../../core/answers/mark-of.ts';
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

export const askTool = defineTool({
  name: 'ask',
  description:
    'Answers how, where, why and what-breaks questions. Every sentence cites numbered sources, and citations are checked. Says so if the repository holds no answer. Counts as a question.',
  input: z.strictObject({
    question: questionArgument,
    repository: repositoryArgument,
    version: versionArgument,
    maxTokens: tokensArgument,
  }),
  addsTurn: true,
  async run({ client, origin }, { question, repository, version }) {
    const { id } = await selectRepository({ client }, repository);
    const answer = await client.answer(id, { question, version });
    const cited = answer.evidence.filter((item) => answer.answer.includes(`[chunk:${item.id}]`));
    return {
      summary: [
        `${describeConfidence(answer)} Written by ${answer.answerer}, at ${answer.coverage.commit.slice(0, 12)}.`,
        numberCitations(answer.answer, cited),
        ...describeMarks(answer),
        'Sources:',
      ].join('\n\n'),
      items: cited.map((item, index) => toItem(item, { number: index + 1, origin })),
    };
  },
});

function describeConfidence({ refused, confidence }: Answer): string {
  return refused ? 'The repository does not seem to contain the answer.' : `Confidence: ${confidence}.`;
}

function numberCitations(text: string, cited: readonly Evidence[]): string {
  const numbers = new Map(cited.map(({ id }, index) => [id, index + 1]));
  return text.replaceAll(/\[chunk:([\w-]{1,64})\]/g, (_, id: string) => {
    const number = numbers.get(id);
    return number === undefined ? '' : `[${number}]`;
  });
}

/** Sentences of which something was not found in the cited lines. */
function describeMarks({ claims, answerer }: Answer): readonly string[] {
  const marked = claims.flatMap((claim) => {
    const mark = markOf(claim, answerer !== 'embedded');
    const text = claim.text.replaceAll(/\s*\[chunk:[\w-]{1,64}\]/g, '').trim();
    return mark === undefined ? [] : [`- ${mark}: ${text}`];
  });
  return marked.length === 0 ? [] : [`Doubtful sentences:\n${marked.join('\n')}`];
}

function toItem(
  item: Evidence,
  { number, origin }: { readonly number: number; readonly origin: string },
): ToolItem {
  const url = 'url' in item ? new URL(item.url, origin).href : '';
  switch (item.kind) {
    case 'code':
    case 'docs':
      return { heading: `[${number}] ${formatLocation(item)}`, url };
    case 'commit':
      return { heading: `[${number}] commit ${item.commit.slice(0, 12)}: ${item.subject}`, url };
    case 'attachment':
      return { heading: `[${number}] ${formatLocation(item)}`, url };
    default:
      return { heading: `[${number}] #${item.number} ${item.title}`, url };
  }
}
