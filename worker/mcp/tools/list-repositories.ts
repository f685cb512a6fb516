/** The tool that lists the repositories that the caller may read. */

import { z } from 'zod';
import { countOf } from '../../core/text/count-of.ts';
import { defineTool, tokensArgument, type ToolItem } from '../tool.ts';

export const listRepositoriesTool = defineTool({
  name: 'list_repositories',
  description: 'Lists the indexed repositories with their branch, commit and status.',
  input: z.strictObject({ maxTokens: tokensArgument }),
  async run({ client, origin }) {
    const repositories = await client.listRepositories();
    const items = repositories.map(({ id, name, ref, commit, status, counts }): ToolItem => ({
      heading: name,
      url: `${origin}/r/${encodeURIComponent(id)}`,
      notes: [
        `id ${id}, ${status}, ${ref ?? 'no branch'} at ${commit?.slice(0, 12) ?? 'no commit yet'}, ${countOf(counts.files, 'file')}, ${countOf(counts.commits, 'commit')}`,
      ],
    }));
    return {
      summary: `${countOf(repositories.length, 'repository', 'repositories')}.`,
      items,
    };
  },
});
