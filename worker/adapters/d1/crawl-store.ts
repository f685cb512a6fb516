/** Stores crawls in the database of their job's parts, so that one transaction writes a part's pages, its completion and the next part. */

import type { Clock } from '../../ports/clock.ts';
import type {
  Crawl,
  CrawledPage,
  CrawlKey,
  CrawlStep,
  CrawlStore,
  PageState,
} from '../../ports/crawl-store.ts';
import type { PartLease } from '../../ports/job-parts.ts';
import { deleteInSlices } from './sql/delete-in-slices.ts';
import { finishPart, parkWaiting, partStatements, requireHeldPart } from './jobs/part-statements.ts';
import {
  allRows,
  firstRow,
  runBatch,
  createSlicedStatements,
  type IndexDatabases,
} from './sql/statements.ts';

interface PageRecord extends Omit<CrawledPage, 'lastModified' | 'contentHash'> {
  last_modified: string | null;
  content_hash: string | null;
}

interface CrawlRecord {
  start: string;
  robots: string;
  base_snapshot: number | null;
  base_generation: number | null;
  capped_by: Crawl['cappedBy'] | null;
  versions: string;
}

const columns = `address, url, depth, via, state, reason, detail, path, etag, last_modified, hash, content_hash, bytes, pack`;

export function createD1CrawlStore(databases: IndexDatabases, clock: Clock): CrawlStore {
  const select = async ({ shard, snapshot }: CrawlKey, condition: string, ...values: readonly unknown[]) => {
    const statement = databases(shard).prepare(
      `SELECT ${columns} FROM crawl_page WHERE snapshot = ?1 ${condition}`,
    );
    return (await allRows<PageRecord>(statement.bind(snapshot, ...values))).map(toPage);
  };
  return {
    async save(key, lease, step) {
      const database = databases(key.shard);
      await runBatch(database, [
        requireHeldPart(database, lease),
        ...stepStatements(database, key, step),
        ...(step.hasNextPart ? nextPartStatements(database, lease, { ...step, now: clock.now() }) : []),
        finishPart(database, lease, { counts: {}, now: clock.now() }),
      ]);
    },
    async readCrawl({ shard, snapshot }) {
      const row = await firstRow<CrawlRecord>(
        databases(shard).prepare('SELECT * FROM crawl WHERE snapshot = ?1').bind(snapshot),
      );
      return row === undefined ? undefined : toCrawl(row);
    },
    listWaiting: (key, limit) => select(key, `AND state = 'waiting' ORDER BY depth, id LIMIT ?2`, limit),
    async countByState({ shard, snapshot }) {
      const rows = await allRows<{ state: PageState; pages: number }>(
        databases(shard)
          .prepare('SELECT state, count(*) AS pages FROM crawl_page WHERE snapshot = ?1 GROUP BY state')
          .bind(snapshot),
      );
      return Object.fromEntries(rows.map(({ state, pages }) => [state, pages]));
    },
    findIndexed: (key, { contentHashes, paths }) =>
      select(
        key,
        `AND (content_hash IN (SELECT value FROM json_each(?2)) OR path IN (SELECT value FROM json_each(?3)))
         AND state IN ('fetched', 'unchanged') ORDER BY id`,
        JSON.stringify(contentHashes),
        JSON.stringify(paths),
      ),
    findKnown: (key, addresses) =>
      select(key, 'AND address IN (SELECT value FROM json_each(?2)) ORDER BY id', JSON.stringify(addresses)),
    listPages: (key) => select(key, 'ORDER BY id'),
    async remove({ shard, snapshot }) {
      const database = databases(shard);
      const filter = { where: 'snapshot = ?1', values: [snapshot] };
      await deleteInSlices(database, { table: 'crawl_page', key: 'id', ...filter });
      await deleteInSlices(database, { table: 'crawl', key: 'snapshot', ...filter });
    },
  };
}

function stepStatements(
  database: D1Database,
  { snapshot }: CrawlKey,
  step: CrawlStep,
): D1PreparedStatement[] {
  const { crawl, pages, found } = step;
  return [
    database
      .prepare(
        `INSERT OR REPLACE INTO crawl (snapshot, start, robots, base_snapshot, base_generation, capped_by, versions)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
      )
      .bind(
        snapshot,
        crawl.start,
        crawl.robots,
        crawl.base?.snapshot ?? null,
        crawl.base?.generation ?? null,
        crawl.cappedBy ?? null,
        JSON.stringify(crawl.versions),
      ),
    ...createSlicedStatements(
      database,
      `UPDATE crawl_page SET state = value ->> 1, reason = value ->> 2, detail = value ->> 3, path = value ->> 4,
         etag = value ->> 5, last_modified = value ->> 6, hash = value ->> 7, content_hash = value ->> 8, bytes = value ->> 9,
         pack = value ->> 10, url = value ->> 11
       FROM json_each(?1) WHERE snapshot = ?2 AND address = value ->> 0`,
      pages.map((page) => [
        page.address,
        page.state,
        page.reason,
        page.detail,
        page.path,
        page.etag,
        page.lastModified,
        page.hash,
        page.contentHash,
        page.bytes,
        page.pack,
        page.url,
      ]),
      [snapshot],
    ),
    ...createSlicedStatements(
      database,
      `INSERT OR IGNORE INTO crawl_page (snapshot, address, url, depth, via, state, reason, detail)
       SELECT ?2, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?1)
       WHERE true`,
      found.map((page) => [
        page.address,
        page.url,
        page.depth,
        page.via,
        page.state,
        page.reason,
        page.detail,
      ]),
      [snapshot],
    ),
  ];
}

function nextPartStatements(
  database: D1Database,
  { job, stage, part }: PartLease,
  { now, input = {}, waiting: wait }: Pick<CrawlStep, 'input' | 'waiting'> & { readonly now: number },
): D1PreparedStatement[] {
  const key = { job, stage, part: part + 1 };
  const added = partStatements(database, { job, stage, now }, [[key.part, JSON.stringify(input)]]);
  return wait === undefined ? added : [...added, parkWaiting(database, key, wait)];
}

function toPage({ last_modified, content_hash, ...row }: PageRecord): CrawledPage {
  return {
    ...row,
    reason: row.reason ?? undefined,
    detail: row.detail ?? undefined,
    path: row.path ?? undefined,
    etag: row.etag ?? undefined,
    lastModified: last_modified ?? undefined,
    hash: row.hash ?? undefined,
    contentHash: content_hash ?? undefined,
    pack: row.pack ?? undefined,
  };
}

function toCrawl(row: CrawlRecord): Crawl {
  return {
    start: row.start,
    robots: row.robots,
    base:
      row.base_snapshot === null || row.base_generation === null
        ? undefined
        : { snapshot: row.base_snapshot, generation: row.base_generation },
    cappedBy: row.capped_by ?? undefined,
    versions: JSON.parse(row.versions) as string[],
  };
}
