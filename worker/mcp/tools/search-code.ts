/** The tool that searches a repository by meaning, words and names. */

import { z } from 'zod';
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

export const searchCodeTool = defineTool({
  name: 'search_code',
  description:
    'Searches code and documentation by meaning, words and names. Returns passages, best first. To answer a question, prefer get_context.',
  input: z.strictObject({
    query: questionArgument,
    repository: repositoryArgument,
    paths: z
      .array(z.string().min(1).max(200))
      .max(20)
      .optional()
      .describe('Globs that paths must match, such as src/**.'),
    languages: z.array(z.string().min(1).max(40)).max(20).optional(),
    limit: z.int().min(1).max(50).default(8).describe('Maximum number of passages.'),
    version: versionArgument,
    maxTokens: tokensArgument,
  }),
  async run(context, { query, repository, paths, languages, limit, version }) {
    const { id, name } = await selectRepository(context, repository);
    const filters = {
      ...(paths === undefined ? {} : { paths }),
      ...(languages === undefined ? {} : { languages }),
    };
    const found = await context.client.search(id, { query, topK: limit, version, filters });
    const notes = found.notes ?? [];
    const items = found.results.map((result): ToolItem => ({
      heading: `${formatLocation(result)}${result.symbol === undefined ? '' : ` (${result.symbol})`}`,
      url: new URL(result.url, context.origin).href,
      code: { text: result.text, language: result.language },
    }));
    const summary = [
      `${name}: ${countOf(items.length, 'passage')}, ${found.confidence} confidence.`,
      ...(found.readAs === undefined ? [] : [`Searched as: ${found.readAs}`]),
      ...notes,
    ].join('\n');
    return { summary, items };
  },
});
