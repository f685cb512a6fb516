/**
 * One object per repository. It stores the vectors once for all snapshots, and searches the vectors of one snapshot exactly. Searches cache
 * what they read for a while, within a budget that all objects of an isolate share.
 */

import { DurableObject } from 'cloudflare:workers';
import type { KeyRun } from '../core/code/chunk.ts';
import type {
  Environment,
  ShardAddition,
  ShardHits,
  ShardQuery,
  ShardSearch,
  ShardState,
  VectorShard,
} from '../runtime/environment.ts';
import {
  comparedSlots,
  highestSlots,
  computeSimilarities,
  markKeys,
  markPaths,
} from './vector-shard/nearest-chunks.ts';
import { createPageMultiplier } from './vector-shard/row-products/multiply-page.ts';
import rowProducts from './vector-shard/row-products/row-products.wasm';
import { createPageCache } from './vector-shard/page-cache.ts';
import { createStateCache } from './vector-shard/state-cache.ts';
import { packEntries, remapEntries, unpackEntries, type StateEntries } from './vector-shard/state-entries.ts';
import type { VectorPage } from './vector-shard/vector-page.ts';
import { rowsPerPage } from './vector-shard/vector-page.ts';
import { openVectorTables, type VectorTables } from './vector-shard/vector-tables.ts';

/** All objects of an isolate share its 128 MB, so they share both caches. This one has room for 60,000 vectors of 256 dimensions. */
const maxPageBytes = 16_000_000;
const pages = createPageCache(maxPageBytes);
/** Room for the entries of about 150,000 vectors; a snapshot with 20,000 vectors needs half a megabyte. */
const maxStateBytes = 4_000_000;
const states = createStateCache(maxStateBytes);
/** Unused cache entries are dropped after this time. */
const cacheMs = 30_000;

const multiplyPage = createPageMultiplier(rowProducts);

const noHits: ShardHits = { keys: new Float64Array(), similarities: new Float32Array() };

export class VectorShardObject extends DurableObject<Environment> implements VectorShard {
  readonly #tables: VectorTables;
  readonly #name: string;
  #exists: boolean;
  #dropTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    this.#tables = openVectorTables(context.storage.sql);
    this.#name = context.id.toString();
    this.#exists = this.#tables.exists();
    // An earlier instance of this object may have filled the caches.
    this.#forget();
  }

  async known(ids: readonly string[]): Promise<readonly string[]> {
    return this.#exists ? [...this.#tables.rowsOfIds(ids).keys()] : [];
  }

  async add(state: ShardState, addition: ShardAddition): Promise<string | undefined> {
    const { space, ids, vectors, entries } = addition;
    const allIds = [...new Set([...ids, ...entries.map(({ id }) => id)])];
    const rows = this.#exists ? this.#tables.rowsOfIds(allIds) : new Map<string, number>();
    const newVectors = new Map<string, Float32Array>();
    for (const [index, id] of ids.entries())
      if (!rows.has(id))
        newVectors.set(id, vectors.subarray(index * space.dimensions, (index + 1) * space.dimensions));
    const missing = entries.find(({ id }) => !rows.has(id) && !newVectors.has(id));
    if (missing !== undefined) return missing.id;
    this.ctx.storage.transactionSync(() => {
      if (!this.#exists) this.#tables.create();
      const stored = [...newVectors].map(([id, vector]) => ({ id, vector }));
      const taken = this.#tables.storeVectors(space.dimensions, stored);
      for (const [index, { id }] of stored.entries()) rows.set(id, taken[index] ?? 0);
      pages.drop(this.#name, new Set(taken.map((row) => Math.floor(row / rowsPerPage))));
      const placed = entries.map((entry) => ({ ...entry, row: rows.get(entry.id) ?? 0 }));
      if (placed.length > 0) this.#tables.addBatch({ ...state, space: space.name }, packEntries(placed));
    });
    this.#exists = true;
    states.drop(this.#name);
    return undefined;
  }

  async takeOver(
    state: ShardState,
    from: ShardState,
    { space, runs }: { readonly space: string; readonly runs: readonly KeyRun[] },
  ): Promise<boolean> {
    if (!this.#exists || !this.#tables.hasOnlySpace(from, space)) return false;
    const entries = unpackEntries(this.#tables.readBatches(from, space));
    this.ctx.storage.transactionSync(() => {
      for (const slice of remapEntries(entries, runs))
        this.#tables.addBatch({ ...state, space }, packEntries(slice));
    });
    states.drop(this.#name);
    return true;
  }

  async search(state: ShardState, query: ShardSearch): Promise<ShardHits> {
    const entries = this.#entriesOf(state, query.space);
    const slots = query.paths === undefined ? undefined : markPaths(entries, query.paths);
    const similarities = computeSimilarities(
      entries,
      { ...query, slots },
      { getPage: (number) => this.#page(number), multiplyPage },
    );
    return toHits(entries, highestSlots(similarities, query.limit), similarities);
  }

  async similarities(state: ShardState, query: ShardQuery, keys: Float64Array): Promise<ShardHits> {
    const entries = this.#entriesOf(state, query.space);
    const marked = markKeys(entries, keys);
    const similarities = computeSimilarities(
      entries,
      { ...query, slots: marked },
      { getPage: (number) => this.#page(number) },
    );
    return toHits(entries, comparedSlots(entries, keys, similarities), similarities);
  }

  async sharing(
    state: ShardState,
    others: readonly ShardState[],
  ): Promise<{ vectors: number; sharedVectors: number }> {
    if (!this.#exists) return { vectors: 0, sharedVectors: 0 };
    const own = this.#tables.referencedRows([state]);
    const theirs = this.#tables.referencedRows(others);
    return { vectors: own.size, sharedVectors: [...own].filter((row) => theirs.has(row)).length };
  }

  async remove(snapshot: number, generation: number | undefined): Promise<void> {
    if (!this.#exists) return;
    const isAnyLeft = this.ctx.storage.transactionSync(() => {
      const isLeft = this.#tables.removeBatches(snapshot, generation);
      if (isLeft) this.#tables.freeOrphans();
      return isLeft;
    });
    this.#forget();
    if (isAnyLeft) return;
    this.#exists = false;
    await this.ctx.storage.deleteAll();
  }

  #entriesOf(state: ShardState, space: string): StateEntries {
    this.#extendCache();
    const name = `${state.snapshot} ${state.generation} ${space}`;
    const cached = states.get(this.#name, name);
    if (cached !== undefined) return cached;
    const entries = unpackEntries(this.#exists ? this.#tables.readBatches(state, space) : []);
    states.set(this.#name, name, entries);
    return entries;
  }

  #page(number: number): VectorPage {
    const known = pages.get(this.#name, number);
    if (known !== undefined) return known;
    const page = this.#tables.readPage(number);
    pages.set(this.#name, number, page);
    return page;
  }

  #extendCache(): void {
    if (this.#dropTimer !== undefined) clearTimeout(this.#dropTimer);
    this.#dropTimer = setTimeout(() => this.#forget(), cacheMs);
  }

  #forget(): void {
    states.drop(this.#name);
    pages.drop(this.#name);
  }
}

function toHits(entries: StateEntries, slots: readonly number[], similarities: Float32Array): ShardHits {
  if (slots.length === 0) return noHits;
  return {
    keys: Float64Array.from(slots, (slot) => entries.keys[slot] ?? 0),
    similarities: Float32Array.from(slots, (slot) => similarities[slot] ?? 0),
  };
}
