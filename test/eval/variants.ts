/**
 * The parts of retrieval that can be left out or exchanged, as the search request and the server's settings name them. To
 * add one, add a line. What the wire does not take yet is told and passed over.
 */

import { searchRequestSchema } from '../../worker/contract/search.ts';
import type { SearchRequest } from '../../worker/contract/search.ts';
import { usageError } from '../../clients/cli/command-error.ts';

interface VariantLine {
  readonly options?: Readonly<Record<string, unknown>>;
  /** Settings of the server; the variant then has a server and an index of its own. */
  readonly vars?: Readonly<Record<string, string>>;
  /** A server of its own is given one: `startOverlapModel`. */
  readonly needsModel?: true;
}

const lines: Readonly<Record<string, VariantLine>> = {
  none: {},
  dense: { options: { without: ['dense'] } },
  lexical: { options: { without: ['lexical'] } },
  ranker: { options: { reranker: 'signals' } },
  signals: { options: { reranker: 'none' } },
  files: { options: { fileSelection: 'map' } },
  planner: { options: { planner: 'model' }, needsModel: true },
  'file-selection:model': { options: { fileSelection: 'model' }, needsModel: true },
  'reranker:model': { options: { reranker: 'model' }, needsModel: true },
  graph: { options: { expandGraph: true } },
  'fusion=rrf': { options: { fusion: 'rrf' } },
  'fusion=dbsf': { options: { fusion: 'dbsf' } },
  'chunks=256': { vars: { CHUNK_MAX_TOKENS: '256' } },
  'chunks=naive': { vars: { CHUNKING: 'naive' } },
};

export interface Variant {
  readonly name: string;
  readonly options: Omit<SearchRequest, 'query'>;
  readonly vars: Readonly<Record<string, string>>;
  readonly needsModel: boolean;
}

/** The same with all the ranking saw of each result, where the wire tells it. */
export function explained(variant: Variant): Variant {
  const parsed = searchRequestSchema.safeParse({ query: variant.name, ...variant.options, explain: true });
  if (!parsed.success) return variant;
  const { query: _, ...options } = parsed.data;
  return { ...variant, options };
}

/** Everything that can be named, for the usage. */
export const variantNames = Object.keys(lines);

/** @returns the variants, and the names of those this version's wire does not take. @throws CommandError for unknown ones. */
export function variantsOf(names: readonly string[]): { variants: Variant[]; refused: string[] } {
  const variants: Variant[] = [];
  const refused: string[] = [];
  for (const name of names) {
    const line = lines[name];
    if (line === undefined) {
      throw usageError(
        `There is nothing called "${name}" to leave out.`,
        `Known: ${variantNames.join(', ')}.`,
      );
    }
    const parsed = searchRequestSchema.safeParse({ query: name, ...line.options });
    if (!parsed.success) {
      refused.push(name);
      continue;
    }
    const { query: _, ...options } = parsed.data;
    variants.push({ name, options, vars: line.vars ?? {}, needsModel: line.needsModel === true });
  }
  return { variants, refused };
}
