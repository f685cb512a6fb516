/** Answers an exhaustive question with a count, the first results with their lines, and a table of all results if there are more. */

import { stripCitationsAndPunctuation } from '../../../answering/claims/query-facts.ts';
import {
  composeListAnswer,
  listStatements,
  type ListItem,
  type ListMaterial,
} from '../../../answering/compose/compose-list-answer.ts';
import type { TableCard } from '../../../core/answers/card.ts';
import type { Evidence } from '../../../core/answers/evidence.ts';
import type { ListQuery } from '../../../core/answers/list-query.ts';
import type { ListReading, Subject } from '../../../core/answers/question.ts';
import { readSpans } from '../../../retrieval/search/read-spans.ts';
import { maxRows as maxListRows, type ListOutcome, type ListRow } from '../../list/list-outcome.ts';
import { runList } from '../../list/run-list.ts';
import type { ListServices } from '../../list/scan-texts.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { issueEvidence } from '../evidence/issue-evidence.ts';
import { maxRows } from '../graph/graph-cards.ts';
import type { GraphDraft } from '../graph/draft-from-graph.ts';

/** Maximum results with their own sentence and evidence. */
const maxItems = 30;
const maxListedSubjects = 3;
const maxNearby = 2;

/** @returns undefined if nothing was found and the repository does not contain the name either */
export async function draftFromList(
  services: ListServices,
  resolved: ResolvedSnapshot,
  reading: ListReading,
): Promise<GraphDraft | undefined> {
  const { query, outcome } = await runInFolder(services, resolved, reading);
  const nearby = outcome.total > 0 ? [] : await findNearby(services, resolved, query);
  if (outcome.total === 0 && nearby.length === 0) return undefined;
  const ordered = [...outcome.rows].toSorted((a, b) => Number(a.role === 'test') - Number(b.role === 'test'));
  const shown = await withEvidence(services, resolved, ordered.slice(0, maxItems));
  const material: ListMaterial = {
    query,
    folder: reading.folder,
    total: outcome.total,
    inTests: outcome.inTests,
    files: outcome.files,
    rows: outcome.found,
    tableRows: maxRows,
    csvRows: maxListRows,
    items: shown,
    limits: outcome.limits,
    nearby,
    repeat: outcome.repeat,
  };
  const sentences = composeListAnswer(material);
  const { value: first } = sentences.next();
  const evidence = [...shown.flatMap((item) => item.evidence ?? []), ...nearby];
  return {
    evidence: new Map(evidence.map((one) => [one.id, one])),
    first: first ?? undefined,
    rest: sentences,
    empty: [],
    class: 'exhaustive',
    confidence: outcome.truncatedBy === undefined ? 'high' : 'low',
    // A table of listed results would repeat the answer.
    cards: outcome.found <= shown.length ? [] : [tableCard(outcome, ordered, shown)],
    suggestions: [],
    subjects: listSubjects(query, ordered),
    facts: {
      counts: new Map(),
      countedIds: new Set(evidence.map(({ id }) => id)),
      statements: new Set(
        [listStatements(material).count, ...listStatements(material).limits].map(
          stripCitationsAndPunctuation,
        ),
      ),
      repeat: outcome.repeat,
    },
  };
}

/** A folder is first read from the root, then anywhere. */
async function runInFolder(
  services: ListServices,
  resolved: ResolvedSnapshot,
  { query, folder }: ListReading,
): Promise<{ readonly query: ListQuery; readonly outcome: ListOutcome }> {
  if (folder === undefined) return { query, outcome: await runList(services, resolved, { query }) };
  const files = await services.chunkStore.listFiles(resolved.key);
  const isAtRoot = files.some(({ path }) => path.startsWith(`${folder}/`) || path === folder);
  const base = isAtRoot ? folder : `**/${folder}`;
  const [pattern] = query.paths ?? [];
  const paths =
    pattern === undefined
      ? [base, `${base}/**`]
      : [`${base}/${pattern}`, `${base}/**/${pattern.replace(/^\*\*\//, '')}`];
  const limited = { ...query, paths };
  return { query, outcome: await runList(services, resolved, { query: limited }) };
}

/** For an empty list: lines that contain the name, so that the answer can cite what it did not find. */
async function findNearby(
  services: ListServices,
  resolved: ResolvedSnapshot,
  query: ListQuery,
): Promise<readonly Evidence[]> {
  const name = query.name ?? query.decorator;
  if (name === undefined || query.list === 'occurrences') return [];
  const { rows } = await runList(services, resolved, {
    query: { list: 'occurrences', name: name.split('.').at(-1) ?? name },
    rowLimit: maxNearby,
  });
  const items = await withEvidence(services, resolved, rows);
  return items.flatMap(({ evidence }) => evidence ?? []);
}

async function withEvidence(
  { chunkStore }: ListServices,
  resolved: ResolvedSnapshot,
  rows: readonly ListRow[],
): Promise<readonly ListItem[]> {
  const lines = rows.map(({ path, line }) => ({ path, startLine: line, endLine: line }));
  const around = await chunkStore.symbolsAt(resolved.key, lines);
  const positions = rows.map(({ path, line, symbol }, index) => {
    const definition = around.find(
      (one) =>
        one.path === path && one.qualifiedName === symbol && one.startLine <= line && line <= one.endLine,
    );
    const within = { symbol, nameLine: definition?.nameLine ?? line };
    return {
      path,
      startLine: line,
      endLine: line,
      score: 1,
      index,
      ...(symbol === undefined ? {} : { within }),
    };
  });
  const spans = await readSpans(chunkStore, resolved.key, positions);
  const issued = new Map(spans.map((span) => [span.index, issueEvidence(resolved, span, span.index)]));
  return rows.map(({ path, line, symbol, kind, text, role }, index) => ({
    path,
    line,
    symbol,
    kind,
    text,
    isTest: role === 'test',
    evidence: issued.get(index),
  }));
}

const titles = {
  raises: 'Raises of',
  occurrences: 'Occurrences of',
  definitions: 'Definitions',
  implementations: 'Declared subtypes of',
  files: 'Files',
} as const satisfies Record<ListQuery['list'], string>;

function tableCard(
  { query, total, found, limits, truncatedBy, repeat }: ListOutcome,
  ordered: readonly ListRow[],
  shown: readonly ListItem[],
): TableCard {
  const cells = (row: ListRow): readonly string[] =>
    query.list === 'files'
      ? [row.path, row.text, row.kind ?? row.role]
      : [row.symbol ?? '', row.kind ?? '', `${row.path}:${row.line}`, row.role, row.text];
  const subject = query.name ?? query.decorator ?? query.kinds?.join(', ') ?? query.paths?.join(', ') ?? '';
  return {
    type: 'table',
    id: 'table',
    title:
      `${titles[query.list]} ${subject}${limits.length > 0 && query.list !== 'files' ? ' (may not be complete)' : ''}`.trim(),
    query: repeat,
    total,
    truncated: truncatedBy !== undefined || found > maxRows,
    columns:
      query.list === 'files' ? ['File', 'Language', 'Role'] : ['Name', 'Kind', 'Place', 'Role', 'Line'],
    rows: ordered
      .slice(0, maxRows)
      .map((row, index) => ({ cells: cells(row), evidence: shown[index]?.evidence?.id })),
    csv: `${repeat}&format=csv`,
  };
}

function listSubjects(query: ListQuery, rows: readonly ListRow[]): readonly Subject[] {
  const named: readonly Subject[] =
    query.name === undefined || query.list === 'occurrences'
      ? []
      : [{ name: query.name, kind: 'symbol', path: undefined }];
  const listed = rows.slice(0, maxListedSubjects).map(({ path, symbol }): Subject => ({
    name: symbol ?? path,
    kind: symbol === undefined ? 'file' : 'symbol',
    path,
    isListed: true,
  }));
  return [...named, ...listed];
}
