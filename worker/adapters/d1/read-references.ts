/** Reads of what files say of names, as it was stored, for questions that no edge answers. */

import type { GivenOut, GraphStore } from '../../ports/graph-store.ts';
import { fromFiles, inSnapshot, selector } from './read-chunks.ts';
import type { IndexDatabases } from './statements.ts';

/** Flaws of a stored content, bits of `content.degraded`. */
export const flaws = { brokenSyntax: 1, referencesCut: 2 } as const;

/** Files that give a name out under another, told of one: an index of a package has one, and few packages are nested deeper. */
const maxGivenOut = 50;

type ReferenceReads = Pick<GraphStore, 'filesCut' | 'givenOutAs'>;

export function referenceReads(databases: IndexDatabases): ReferenceReads {
  const select = selector(databases);
  return {
    filesCut: (key) =>
      select<{ path: string; language: string }>(
        key,
        `SELECT f.path, c.language ${fromFiles} WHERE ${inSnapshot} AND c.degraded & ${flaws.referencesCut} ORDER BY f.path`,
      ),
    async givenOutAs(key, name) {
      const rows = await select<{ path: string; local: string; line: number | null }>(
        key,
        givenOut,
        name,
        JSON.stringify(name),
      );
      return rows.map(({ path, local, line }): GivenOut => ({ path, local, line: line ?? undefined }));
    },
  };
}

/** Outlines that hold the name at all are few; only those are taken apart. */
const outlines = `FROM file AS f CROSS JOIN content_reference AS r ON r.content_id = f.content_id
    AND instr(r.outline, ?4) > 0`;
const givenOut = `SELECT f.path, e.value ->> 1 AS local, NULL AS line ${outlines} CROSS JOIN json_each(r.outline, '$[2]') AS e
  WHERE ${inSnapshot} AND e.value ->> 0 = ?3 AND e.value ->> 1 <> ?3
  UNION ALL SELECT f.path, n.value ->> 0, n.value ->> 2 ${outlines} CROSS JOIN json_each(r.outline, '$[1]') AS i
    CROSS JOIN json_each(i.value, '$[2]') AS n
  WHERE ${inSnapshot} AND i.value ->> 4 = 1 AND n.value ->> 1 = ?3 AND n.value ->> 0 <> ?3
  ORDER BY 1, 3 LIMIT ${maxGivenOut}`;
