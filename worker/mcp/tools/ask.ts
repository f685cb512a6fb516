/** The tool that answers a question with citations that were checked. */

import { z } from 'zod';
import type { Evidence } from '../../contract/answers/evidence.ts';
import type { Answer } from '../../contract/answers/schema.ts';
import { createCitationNumbers } from '../../core/answers/citation-numbers.ts';
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
    const sources = new Map(answer.evidence.map((item) => [item.id, item]));
    const numbers = createCitationNumbers((cited) => sources.has(cited));
    const summary = [
      `${describeConfidence(answer)} ${describeWriter(answer)}, at ${answer.coverage.commit.slice(0, 12)}.`,
      numbers.apply(removeNoSource(answer.answer)),
      ...describeMarks(answer).map(numbers.apply),
      'Sources:',
    ].join('\n\n');
    const items = numbers.ids().flatMap((cited, index) => {
      const item = sources.get(cited);
      return item === undefined ? [] : [toItem(item, { number: index + 1, origin })];
    });
    return { summary, items };
  },
});

function describeConfidence({ refused, confidence }: Answer): string {
  return refused ? 'The repository does not seem to contain the answer.' : `Confidence: ${confidence}.`;
}

function describeWriter({ answerer }: Answer): string {
  return answerer === 'embedded' ? 'Composed without a model' : `Written by ${answerer}`;
}

/** A sentence without a source is among the doubtful ones. */
function removeNoSource(text: string): string {
  return text.replaceAll(/\s*\[chunk:none\]/g, '');
}

/** Sentences of which something was not found in the cited lines. */
function describeMarks({ claims, answerer }: Answer): readonly string[] {
  const marked = claims.flatMap((claim) => {
    const mark = markOf(claim, answerer !== 'embedded');
    return mark === undefined ? [] : [`- ${mark}: ${removeNoSource(claim.text).trim()}`];
  });
  return marked.length === 0 ? [] : [`Doubtful sentences:\n${marked.join('\n')}`];
}

function toItem(
  item: Evidence,
  { number, origin }: { readonly number: number; readonly origin: string },
): ToolItem {
  const url = 'url' in item ? new URL(item.url, origin).href : '';
  switch (item.kind) {
    case 'commit':
      return { heading: `[${number}] commit ${item.commit.slice(0, 12)}: ${item.subject}`, url };
    case 'code':
    case 'docs':
    case 'attachment':
      return { heading: `[${number}] ${formatLocation(item)}`, url };
    default:
      return { heading: `[${number}] #${item.number} ${item.title}`, url };
  }
}
