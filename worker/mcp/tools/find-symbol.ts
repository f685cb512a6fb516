/** The tool that finds definitions by name. */

import { z } from 'zod';
import type { SymbolList } from '../../contract/files/schema.ts';
import { countOf } from '../../core/text/count-of.ts';
import { formatFileLink, formatLocation } from '../file-links.ts';
import { selectRepository } from '../select-repository.ts';
import {
  defineTool,
  repositoryArgument,
  tokensArgument,
  versionArgument,
  type ToolContext,
  type ToolItem,
} from '../tool.ts';

const maxWithPrefix = 50;

export const findSymbolTool = defineTool({
  name: 'find_symbol',
  description:
    'Finds definitions by exact name or qualified name; otherwise those that begin with it. Returns kind, lines, signature and documentation.',
  input: z.strictObject({
    name: z.string().trim().min(1).max(400),
    repository: repositoryArgument,
    version: versionArgument,
    maxTokens: tokensArgument,
  }),
  async run(context, { name, repository, version }) {
    const { id, servedSnapshotId } = await selectRepository(context, repository);
    const shown = version ?? servedSnapshotId ?? undefined;
    const exact = await context.client.symbols(id, name, version);
    const isExact = exact.symbols.length > 0;
    const { symbols } = isExact
      ? exact
      : await context.client.symbolsWithPrefix(id, name, maxWithPrefix, version);
    const summary = isExact
      ? `${countOf(symbols.length, 'definition')} of ${name}.`
      : `No definition is named ${name}; ${symbols.length} ${symbols.length === 1 ? 'begins' : 'begin'} with it.`;
    return { summary, items: symbols.map((symbol) => toItem(context, { id, version: shown, symbol })) };
  },
});

function toItem(
  { origin }: Pick<ToolContext, 'origin'>,
  {
    id,
    version,
    symbol,
  }: {
    readonly id: string;
    readonly version: string | undefined;
    readonly symbol: SymbolList['symbols'][number];
  },
): ToolItem {
  const { path, startLine, endLine, qualifiedName, kind, signature, documentation } = symbol;
  return {
    heading: `${formatLocation(symbol)} (${kind} ${qualifiedName})`,
    url: formatFileLink(origin, { repositoryId: id, path, version, startLine, endLine }),
    quotes: [signature, documentation].filter((text) => text !== ''),
  };
}
