/** Finds the members of definitions: the definitions nested in them, and the methods of a type even if they are written outside of it. */

import type { NodeId } from '../../../core/code/edge.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { GraphStore } from '../../../ports/graph-store.ts';
import { formatNodeId, parseNodeId } from './node-ids.ts';
import { inSnapshot, selector } from '../chunks/read-chunks.ts';
import { maxNodes } from './read-nodes.ts';
import type { IndexDatabases } from '../sql/statements.ts';

/** Maximum levels of types whose methods are written outside the type. Hand-written code does not nest them deeper. */
const maxRounds = 4;

type Step = Pick<GraphStore, 'step'>['step'];

export function memberReads(databases: IndexDatabases, step: Step): Pick<GraphStore, 'members'> {
  const select = selector(databases);
  const findNested = async (key: SnapshotKey, ids: readonly NodeId[]): Promise<readonly NodeId[]> => {
    const owners = new Map<number, Set<number>>();
    for (const node of ids.map(parseNodeId))
      if (node?.file !== undefined)
        owners.set(node.file, (owners.get(node.file) ?? new Set()).add(node.symbol));
    const rows = await select<SymbolRecord>(
      key,
      `SELECT f.id AS file, s.ordinal, s.qualified_name, s.start_line, s.end_line FROM json_each(?3) AS j
       CROSS JOIN file AS f ON f.id = j.value AND ${inSnapshot} CROSS JOIN symbol AS s ON s.content_id = f.content_id
       ORDER BY f.id, s.ordinal`,
      JSON.stringify([...owners.keys()]),
    );
    const files = new Map<number, SymbolRecord[]>();
    for (const row of rows) {
      const others = files.get(row.file);
      if (others === undefined) files.set(row.file, [row]);
      else others.push(row);
    }
    return [...files].flatMap(([file, symbols]) =>
      selectNested(symbols, owners.get(file) ?? new Set()).map((ordinal) => formatNodeId(file, ordinal)),
    );
  };

  return {
    async members(key, ids) {
      const requested = new Set(ids.slice(0, maxNodes));
      const members = new Set<NodeId>();
      let frontier: readonly NodeId[] = [...requested];
      for (let round = 0; round < maxRounds && frontier.length > 0; round += 1) {
        const nested = await findNested(key, frontier);
        const nestedIds = new Set(nested);
        const from = [...frontier, ...nested];
        const edges = await step(key, { from, direction: 'out', kinds: ['has-method'], tiers: memberTiers });
        const isNew = (id: NodeId): boolean => !requested.has(id) && !members.has(id);
        const methods = edges.map((edge) => edge.to);
        // Nested definitions are found at every depth at once; only methods can have further members.
        frontier = [...new Set(methods.filter((id) => isNew(id) && !nestedIds.has(id)))];
        for (const id of [...nested, ...methods]) if (isNew(id) && members.size < maxNodes) members.add(id);
      }
      return [...members];
    },
  };
}

const memberTiers = ['resolved', 'import-scoped'] as const;

interface SymbolRecord {
  file: number;
  ordinal: number;
  qualified_name: string;
  start_line: number;
  end_line: number;
}

/**
 * Returns the definitions nested in one of the owners by line and by name; names distinguish two definitions on one line. An enclosing
 * definition precedes the definitions inside it, so one pass with a list of open definitions suffices.
 */
function selectNested(symbols: readonly SymbolRecord[], owners: ReadonlySet<number>): readonly number[] {
  if (owners.has(-1)) return symbols.map((symbol) => symbol.ordinal);
  const nested: number[] = [];
  let openDefinitions: SymbolRecord[] = [];
  for (const symbol of symbols) {
    openDefinitions = openDefinitions.filter((enclosing) => enclosing.end_line >= symbol.start_line);
    const isInside = openDefinitions.some(
      (enclosing) =>
        symbol.end_line <= enclosing.end_line &&
        symbol.qualified_name.startsWith(`${enclosing.qualified_name}.`),
    );
    if (isInside) nested.push(symbol.ordinal);
    else if (owners.has(symbol.ordinal)) openDefinitions.push(symbol);
  }
  return nested;
}
