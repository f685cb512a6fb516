/** Puts the ports together from the environment: the only place that names an adapter. */

import { createArchiveSource } from '../adapters/archive/repository-source.ts';
import { createD1AnswerCache } from '../adapters/d1/answer-cache.ts';
import { createD1Catalog } from '../adapters/d1/catalog.ts';
import { createD1ChunkStore } from '../adapters/d1/chunk-store.ts';
import { createD1GraphStore } from '../adapters/d1/graph-store.ts';
import { createD1HistoryStore } from '../adapters/d1/history-store.ts';
import { createD1JobParts } from '../adapters/d1/job-parts.ts';
import type { IndexDatabases } from '../adapters/d1/statements.ts';
import { createD1TextIndex } from '../adapters/d1/text-index.ts';
import { createDurableConversations } from '../adapters/durable-objects/conversations.ts';
import { createSystemClock } from '../adapters/embedded/clock.ts';
import { createManifestReader } from '../adapters/manifests/manifest-reader.ts';
import { createPicomatchGlob } from '../adapters/picomatch/glob.ts';
import { createQueueJobQueue } from '../adapters/queues/job-queue.ts';
import { createR2BlobStore } from '../adapters/r2/blob-store.ts';
import { createRe2PatternEngine } from '../adapters/re2js/pattern-engine.ts';
import { createSecretScanner } from '../adapters/secretlint/secret-scanner.ts';
import { createTreeSitterParser } from '../adapters/tree-sitter/parser.ts';
import { AppError } from '../core/errors.ts';
import { restingEmbedder } from '../flows/resting-embedder.ts';
import type { Services } from '../flows/services.ts';
import manifest from '../../package.json' with { type: 'json' };
import { parseConfig, type Config } from './config.ts';
import type { Environment } from './environment.ts';
import { embedderOf, rerankerOf, vectorIndexOf } from './providers.ts';

const { version } = manifest;

export interface Composition {
  readonly config: Config;
  readonly services: Services;
  readonly adapters: Adapters;
  readonly version: string;
}

/** Which adapter plays each part, as `health` reports it. */
export type Adapters = typeof fixedAdapters &
  Readonly<Record<'embedder' | 'vectorIndex' | 'reranker', string>>;

const fixedAdapters = {
  textIndex: 'd1-fts5',
  generator: 'embedded',
  parser: 'tree-sitter',
  blobStore: 'r2',
  jobQueue: 'queues',
  conversations: 'durable-objects',
};

/** One composition an isolate and environment, so that grammars and compiled rules are loaded once. */
const compositions = new WeakMap<Environment, Composition>();

/** @throws Error that lists every problem of the configuration */
export function compose(environment: Environment): Composition {
  const known = compositions.get(environment);
  if (known !== undefined) return known;
  const made = make(environment);
  compositions.set(environment, made);
  return made;
}

function make(environment: Environment): Composition {
  const config = parseConfig(environment);
  const clock = createSystemClock();
  const databases = indexDatabases(environment);
  const blobStore = createR2BlobStore(environment.BLOBS);
  const embedder = embedderOf(config, environment);
  const vectorIndex = vectorIndexOf(config, { environment, databases, clock, embedder });
  const { limits } = config.settings;
  const services: Services = {
    settings: config.settings,
    build: buildOf(environment),
    clock,
    blobStore,
    catalog: createD1Catalog(environment.CATALOG, clock),
    jobParts: createD1JobParts(databases, clock),
    jobQueue: createQueueJobQueue(environment.PARTS, (jobId) =>
      environment.JOB.get(environment.JOB.idFromName(jobId)),
    ),
    chunkStore: createD1ChunkStore(databases, clock),
    graphStore: createD1GraphStore(databases, clock),
    historyStore: createD1HistoryStore(databases),
    textIndex: createD1TextIndex(databases, clock),
    dense: embedder && { embedder: restingEmbedder(embedder, clock), vectorIndex },
    vectorIndex,
    reranker: rerankerOf(config, environment),
    answerCache: createD1AnswerCache(databases),
    conversations: createDurableConversations((name) =>
      environment.CONVERSATION.get(environment.CONVERSATION.idFromName(name)),
    ),
    parser: createTreeSitterParser(),
    manifestReader: createManifestReader(),
    secretScanner: createSecretScanner(),
    glob: createPicomatchGlob(),
    patternEngine: createRe2PatternEngine(),
    openArchive: (archive) =>
      createArchiveSource({
        ...archive,
        blobStore,
        limits: {
          maxUnpackedBytes: limits.maxUnpackedBytes,
          maxRatio: limits.maxArchiveRatio,
          maxEntries: limits.maxArchiveEntries,
        },
      }),
  };
  const adapters = {
    ...fixedAdapters,
    embedder: config.embedder.provider,
    vectorIndex: embedder === undefined ? 'none' : config.vectorIndex,
    reranker: config.reranker,
  };
  return { config, services, adapters, version };
}

/** Wrangler's id of what was deployed, or what a local server says it built. */
function buildOf(environment: Environment): string {
  const local = environment['BUILD'];
  return environment.CF_VERSION_METADATA?.id ?? (typeof local === 'string' ? local : version);
}

/** INDEX_0, INDEX_1, … by number: adding a shard is adding a binding. */
function indexDatabases(environment: Environment): IndexDatabases {
  return (shard) => {
    const database = environment[`INDEX_${shard}`];
    if (database === undefined) throw new AppError('internal', `There is no index database INDEX_${shard}.`);
    return database as D1Database;
  };
}
