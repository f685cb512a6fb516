/** Builds the table of the definitions that differ between two versions, with the query that returns all of them. */

import type { Card } from '../../../core/answers/card.ts';
import type { Evidence } from '../../../core/answers/evidence.ts';
import type { SymbolRow } from '../../../ports/chunk-store.ts';
import type { DefinitionChange } from '../../../retrieval/versions/compare-definitions.ts';
import { formatVersionName, type Comparison, type ComparisonScope } from '../../versions/compare-versions.ts';

const maxRows = 50;

export function buildComparisonCard(
  found: Comparison,
  scope: ComparisonScope,
  spans: readonly Evidence[],
): Card {
  const query = buildComparisonQuery(found, scope);
  const { definitions } = found;
  return {
    id: 'comparison',
    type: 'table',
    title: `${formatVersionName(found.from.snapshot)} → ${formatVersionName(found.to.snapshot)}`,
    query,
    csv: query,
    total: definitions.length,
    truncated: definitions.length > maxRows || found.isCut,
    columns: ['change', 'definition', 'before', 'after'],
    rows: definitions.slice(0, maxRows).map((definition) => ({
      cells: [
        definition.change,
        definition.name,
        formatLocation(definition.before),
        formatLocation(definition.after),
      ],
      evidence: spans.find((span) => isSpanOfChange(span, found, definition))?.id,
    })),
  };
}

function isSpanOfChange(
  { path, startLine, commit }: Evidence,
  { to, from }: Comparison,
  { before, after }: DefinitionChange,
): boolean {
  const definition = after ?? before;
  const version = after === undefined ? from : to;
  return (
    path === definition?.path && startLine === definition.startLine && commit === version.snapshot.commit
  );
}

function formatLocation(symbol: SymbolRow | undefined): string {
  return symbol === undefined ? '' : `${symbol.path}:${symbol.startLine}-${symbol.endLine}`;
}

export function buildComparisonQuery({ from, to }: Comparison, { symbol, path }: ComparisonScope): string {
  const query = new URLSearchParams({
    from: from.snapshot.id,
    to: to.snapshot.id,
    ...(symbol === undefined ? {} : { symbol }),
    ...(path === undefined ? {} : { path }),
  });
  return `/v1/repositories/${to.repository.id}/compare?${query.toString()}`;
}
