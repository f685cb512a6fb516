/** Which definitions belong to others: what lies in them, and the methods of a type wherever they are written. */

import type { NodeId } from '../../core/edge.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import { nodeIdOf, nodeKeyOf } from './node-key.ts';
import { inSnapshot, selector } from './read-chunks.ts';
import { maxNodes } from './read-nodes.ts';
import type { IndexDatabases } from './statements.ts';

/** Types in types whose methods are written elsewhere: deeper than this is nothing a person wrote. */
const maxRounds = 4;

type Step = Pick<GraphStore, 'step'>['step'];

export function memberReads(databases: IndexDatabases, step: Step): Pick<GraphStore, 'members'> {
  const select = selector(databases);
  const nestedIn = async (key: SnapshotKey, ids: readonly NodeId[]): Promise<readonly NodeId[]> => {
    const wanted = new Map<number, Set<number>>();
    for (const node of ids.map(nodeKeyOf))
      if (node?.file !== undefined)
        wanted.set(node.file, (wanted.get(node.file) ?? new Set()).add(node.symbol));
    const rows = await select<SymbolRecord>(
      key,
      `SELECT f.id AS file, s.ordinal, s.qualified_name, s.start_line, s.end_line FROM json_each(?3) AS j
       CROSS JOIN file AS f ON f.id = j.value AND ${inSnapshot} CROSS JOIN symbol AS s ON s.content_id = f.content_id
       ORDER BY f.id, s.ordinal`,
      JSON.stringify([...wanted.keys()]),
    );
    const files = new Map<number, SymbolRecord[]>();
    for (const row of rows) {
      const others = files.get(row.file);
      if (others === undefined) files.set(row.file, [row]);
      else others.push(row);
    }
    return [...files].flatMap(([file, symbols]) =>
      nested(symbols, wanted.get(file) ?? new Set()).map((ordinal) => nodeIdOf(file, ordinal)),
    );
  };

  return {
    async members(key, ids) {
      const asked = new Set(ids.slice(0, maxNodes));
      const members = new Set<NodeId>();
      let latest: readonly NodeId[] = [...asked];
      for (let round = 0; round < maxRounds && latest.length > 0; round += 1) {
        const inside = await nestedIn(key, latest);
        const held = new Set(inside);
        const from = [...latest, ...inside];
        const edges = await step(key, { from, direction: 'out', kinds: ['has-method'], tiers: memberTiers });
        const isNew = (id: NodeId): boolean => !asked.has(id) && !members.has(id);
        const methods = edges.map((edge) => edge.to);
        // What lies in what lies in them is found at once; only methods may hold more.
        latest = [...new Set(methods.filter((id) => isNew(id) && !held.has(id)))];
        for (const id of [...inside, ...methods]) if (isNew(id) && members.size < maxNodes) members.add(id);
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
 * Definitions that lie in one of `wanted` by their lines and their names: two on one line do not hold each other. An enclosing
 * definition comes before what it encloses, so one pass does, with those in mind that are not over yet.
 */
function nested(symbols: readonly SymbolRecord[], wanted: ReadonlySet<number>): readonly number[] {
  if (wanted.has(-1)) return symbols.map((symbol) => symbol.ordinal);
  const found: number[] = [];
  let open: SymbolRecord[] = [];
  for (const symbol of symbols) {
    open = open.filter((one) => one.end_line >= symbol.start_line);
    const isInside = open.some(
      (one) => symbol.end_line <= one.end_line && symbol.qualified_name.startsWith(`${one.qualified_name}.`),
    );
    if (isInside) found.push(symbol.ordinal);
    else if (wanted.has(symbol.ordinal)) open.push(symbol);
  }
  return found;
}
