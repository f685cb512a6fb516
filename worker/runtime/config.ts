/** Parses the environment once, and reports all problems together. */

import { chunkings } from '../core/code/chunk.ts';
import { decodeBase64 } from '../core/text/base64url.ts';
import { contextLimits } from '../core/answers/context.ts';
import { definitionChoosers, type Limits, type Settings } from '../core/settings.ts';
import type { CrawlLimits } from '../flows/crawl/web-access.ts';
import { readAccounts, type AccountsChoice } from './accounts-choice.ts';
import { findEmbeddingProblems, type EmbedderChoice } from './embedding-problems.ts';
import { readGeneration, type GenerationChoice } from './generation-choice.ts';
import { readHosting, type HostingChoice } from './hosting-choice.ts';
import { readUsageLimits, type LimitsChoice } from './limits-choice.ts';
import { createReader, type VariableReader } from './variable-reader.ts';
import type { VariableName } from './variables.ts';

export interface Config {
  readonly mode: 'open' | 'hosted';
  readonly allowedHosts: readonly string[];
  /** The origin for absolute addresses; undefined for that of each request. */
  readonly publicUrl: string | undefined;
  /** The secret that requests must contain behind the front proxy of a local server. Each start of the server generates it. */
  readonly proxySecret: string | undefined;
  readonly settings: Settings;
  readonly embedder: EmbedderChoice;
  readonly vectorIndex: 'embedded' | 'vectorize';
  /** The learned ranker, optionally followed by a cross-encoder or a generating model. */
  readonly reranker: 'learned' | 'workers-ai' | 'model';
  readonly hosting: HostingChoice;
  /** Undefined in open mode. */
  readonly accounts: AccountsChoice | undefined;
  readonly web: {
    /** `127.0.0.1:port`; `hosting-choice.ts` validates them. */
    readonly loopbackHosts: readonly string[];
    readonly limits: CrawlLimits;
  };
  readonly generation: GenerationChoice;
  /** Unused in open mode. */
  readonly usageLimits: LimitsChoice;
  /** Secrets that sign receipts; the first is the current one. Separate from the settings, which are public. */
  readonly receiptKeys: readonly Uint8Array<ArrayBuffer>[];
}

const megabyte = 1_000_000;
const hourMs = 3_600_000;
const secretBytes = 32;
/**
 * A file is stored as one value, and D1 limits values to 2,000,000 bytes:
 * https://developers.cloudflare.com/d1/platform/limits/
 */
const maxValueBytes = 1_900_000;

/** @throws Error that lists every invalid variable with its value and the expected values */
export function parseConfig(environment: Readonly<Record<string, unknown>>): Config {
  const problems: string[] = [];
  const read = createReader(environment, problems);
  const mode = read.oneOf('MODE', ['open', 'hosted']);
  const publicUrl = readPublicUrl(read, problems);
  const generation = readGeneration(read, problems);
  const config: Config = {
    mode,
    ...readAccess(read, environment),
    publicUrl,
    settings: {
      chunk: {
        minTokens: read.whole('CHUNK_MIN_TOKENS', 1, 2_000),
        maxTokens: read.whole('CHUNK_MAX_TOKENS', 16, 8_000),
        chunking: read.oneOf('CHUNKING', chunkings),
      },
      ignore: read.list('IGNORE'),
      tags: read.tags('TAGS'),
      popular: read.names('POPULAR'),
      limits: readLimits(read),
      batch: {
        packBytes: read.whole('PACK_BYTES', 1_000, 16 * megabyte),
        linkLines: read.whole('LINK_LINES', 1, 10_000_000),
        embedChunks: read.whole('EMBED_CHUNKS', 1, 20_000),
        indexChunks: read.whole('INDEX_CHUNKS', 1, 20_000),
      },
      versions: {
        replacedKeptMs: read.whole('KEEP_REPLACED_HOURS', 0, 8_760) * hourMs,
        refreshEveryMs: read.whole('REFRESH_EVERY_HOURS', 0, 8_760) * hourMs,
        expireAfterMs: read.cap('EXPIRE_AFTER_DAYS') * 24 * hourMs,
      },
      conversation: {
        keptDays: read.whole('CONVERSATION_DAYS', 1, 3_650),
        unheardMs: read.whole('UNHEARD_SECONDS', 1, 3_600) * 1_000,
      },
      retrieval: readRetrieval(read),
    },
    embedder: readEmbedder(read),
    vectorIndex: read.oneOf('VECTOR_INDEX', ['embedded', 'vectorize']),
    reranker: read.oneOf('RERANKER', ['learned', 'workers-ai', 'model']),
    hosting: readHosting(read, problems),
    accounts: readAccounts(read, mode, { publicUrl, problems }),
    web: readWeb(read),
    generation,
    usageLimits: readUsageLimits(read, generation, problems),
    receiptKeys: readReceiptKeys(read, problems),
  };
  problems.push(
    ...findConflictingSettings(config.settings),
    ...findMissingModels(config),
    ...findEmbeddingProblems(config, environment),
  );
  if (problems.length > 0) throw new Error(`The configuration is not valid:\n${problems.join('\n')}`);
  return config;
}

/** Only the local server sets `FRONT_SECRET`, so the table of variables does not list it. */
function readAccess(
  read: VariableReader,
  { FRONT_SECRET: secret }: Readonly<Record<string, unknown>>,
): Pick<Config, 'allowedHosts' | 'proxySecret'> {
  return {
    allowedHosts: read.list('ALLOWED_HOSTS').map((host) => host.toLowerCase()),
    proxySecret: typeof secret === 'string' && secret !== '' ? secret : undefined,
  };
}

/** Only an origin: the app is served at the root of its host. */
function readPublicUrl(read: VariableReader, problems: string[]): string | undefined {
  const text = read.text('PUBLIC_URL').replace(/\/$/, '');
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase())
    return url.origin;
  problems.push(
    `PUBLIC_URL is ${JSON.stringify(text)}; it must be an address such as https://example.com, without a path.`,
  );
  return undefined;
}

function readRetrieval(read: VariableReader): Settings['retrieval'] {
  return {
    topK: read.whole('TOP_K', 1, 100),
    candidates: read.whole('CANDIDATES', 1, 1_000),
    planner: read.oneOf('PLANNER', ['embedded', 'model']),
    modelReranks: read.text('RERANKER') === 'model',
    rerankK: read.whole('RERANK_K', 2, 100),
    fileSelection: read.oneOf('FILE_SELECTION', ['none', 'map', 'model']),
    pickedWeight: read.share('PICKED_WEIGHT'),
    definitionChoice: read.oneOf('DEFINITION_CHOICE', definitionChoosers),
    outOfScopeBelow: read.share('OUT_OF_SCOPE_BELOW'),
    lowBelow: read.share('LOW_CONFIDENCE_BELOW'),
    contextTokens: read.whole('CONTEXT_TOKENS', contextLimits.minTokens, contextLimits.maxTokens),
    contextSpans: read.whole('CONTEXT_SPANS', 1, contextLimits.maxSpans),
  };
}

function readLimits(read: VariableReader): Limits {
  const megabytes = (name: VariableName): number => read.whole(name, 1, 1_000_000 * megabyte);
  return {
    maxUploadBytes: megabytes('MAX_UPLOAD_BYTES'),
    maxFileBytes: read.whole('MAX_FILE_BYTES', 1, maxValueBytes),
    maxLines: read.cap('MAX_LINES'),
    maxFiles: read.cap('MAX_FILES'),
    maxUnpackedBytes: megabytes('MAX_UNPACKED_BYTES'),
    maxArchiveRatio: read.whole('MAX_ARCHIVE_RATIO', 1, 100_000),
    maxArchiveEntries: read.whole('MAX_ARCHIVE_ENTRIES', 1, 100 * megabyte),
  };
}

function readEmbedder(read: VariableReader): Config['embedder'] {
  return {
    provider: read.oneOf('EMBEDDER', ['embedded', 'workers-ai', 'openai', 'none']),
    model: read.text('EMBEDDER_MODEL'),
    url: read.text('EMBEDDER_URL').replace(/\/+$/, ''),
    key: read.text('EMBEDDER_KEY'),
    dimensions: read.whole('EMBEDDER_DIMENSIONS', 0, 7_400),
    maxTokens: read.whole('EMBEDDER_TOKENS', 16, 100_000),
  };
}

function readWeb(read: VariableReader): Config['web'] {
  return {
    loopbackHosts: read.list('LOOPBACK_HOSTS'),
    limits: {
      maxPages: read.whole('CRAWL_MAX_PAGES', 1, 100_000),
      maxDepth: read.whole('CRAWL_MAX_DEPTH', 0, 100),
      maxMs: read.whole('CRAWL_MAX_SECONDS', 1, 86_400) * 1_000,
      maxPageBytes: read.whole('CRAWL_MAX_PAGE_BYTES', 1_000, 8 * megabyte),
    },
  };
}

/** A problem never contains the key. */
function readReceiptKeys(read: VariableReader, problems: string[]): readonly Uint8Array<ArrayBuffer>[] {
  return read.list('RECEIPT_KEYS').flatMap((item, index) => {
    const secret = decodeBase64(item);
    if (secret?.byteLength === secretBytes) return [secret];
    problems.push(`RECEIPT_KEYS: item ${index + 1} is not ${secretBytes} bytes in base64.`);
    return [];
  });
}

/** Variables that are valid alone, but not together. */
function findConflictingSettings({ chunk, retrieval }: Settings): string[] {
  const problems: string[] = [];
  if (chunk.minTokens >= chunk.maxTokens)
    problems.push(
      `CHUNK_MIN_TOKENS (${chunk.minTokens}) must be below CHUNK_MAX_TOKENS (${chunk.maxTokens}).`,
    );
  if (retrieval.outOfScopeBelow > retrieval.lowBelow)
    problems.push(
      `OUT_OF_SCOPE_BELOW (${retrieval.outOfScopeBelow}) must not be above LOW_CONFIDENCE_BELOW (${retrieval.lowBelow}).`,
    );
  return problems;
}

/** Settings that need a model, if none is configured. */
function findMissingModels({ settings: { retrieval }, reranker, generation }: Config): string[] {
  if (generation.models.length > 0) return [];
  const { planner, fileSelection } = retrieval;
  return Object.entries({ PLANNER: planner, FILE_SELECTION: fileSelection, RERANKER: reranker })
    .filter(([, chosen]) => chosen === 'model')
    .map(([name]) => `${name} is model, but MODELS is empty.`);
}
