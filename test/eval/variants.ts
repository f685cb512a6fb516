/**
 * Variants of retrieval that remove or replace a part, by search options or server settings. To add a variant, add an entry to the table. Variants
 * with options that the API does not support are reported and skipped.
 */

import { searchRequestSchema } from '../../worker/contract/search/schema.ts';
import type { SearchRequest } from '../../worker/contract/search/schema.ts';
import { usageError } from '../../clients/cli/command-error.ts';

interface VariantDefinition {
  readonly options?: Readonly<Record<string, unknown>>;
  /** Server settings; the variant then has its own server and index. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Without `--server`, the evaluation starts its server with the model of `startOverlapModel`. */
  readonly needsModel?: true;
}

const definitions: Readonly<Record<string, VariantDefinition>> = {
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

/** Makes a variant return the score components of each result, if the API supports it. */
export function withExplanation(variant: Variant): Variant {
  const parsed = searchRequestSchema.safeParse({ query: variant.name, ...variant.options, explain: true });
  if (!parsed.success) return variant;
  const { query: _, ...options } = parsed.data;
  return { ...variant, options };
}

/** All variant names, for the usage text. */
export const variantNames = Object.keys(definitions);

/** @returns the variants, and the names whose options the API does not support @throws CommandError for an unknown name */
export function selectVariants(names: readonly string[]): { variants: Variant[]; unsupported: string[] } {
  const variants: Variant[] = [];
  const unsupported: string[] = [];
  for (const name of names) {
    const definition = definitions[name];
    if (definition === undefined) {
      throw usageError(`Unknown variant "${name}".`, `Known: ${variantNames.join(', ')}.`);
    }
    const parsed = searchRequestSchema.safeParse({ query: name, ...definition.options });
    if (!parsed.success) {
      unsupported.push(name);
      continue;
    }
    const { query: _, ...options } = parsed.data;
    variants.push({
      name,
      options,
      vars: definition.vars ?? {},
      needsModel: definition.needsModel === true,
    });
  }
  return { variants, unsupported };
}
