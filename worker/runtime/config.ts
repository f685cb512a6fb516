/** The environment parsed once, all problems reported together. */

import { chunkings } from '../core/chunk.ts';
import type { Limits, Settings, Tag } from '../core/settings.ts';
import { embeddingProblems } from './embedding-problems.ts';
import { readWeb, type WebChoice } from './web-choice.ts';
import { readGeneration, type GenerationChoice } from './generation-choice.ts';
import { readSecrets } from './receipt-keys.ts';
import { readHosting, type HostingChoice } from './hosting-choice.ts';
import { variables, type Variable, type VariableName } from './variables.ts';

export interface Config {
  readonly mode: 'open' | 'hosted';
  readonly allowedHosts: readonly string[];
  /** What a request must carry where a front stands before this Worker; the local server sets it anew at each start. */
  readonly frontSecret: string | undefined;
  readonly settings: Settings;
  readonly embedder: EmbedderChoice;
  readonly vectorIndex: 'embedded' | 'vectorize';
  /** What orders the best spans: the fitted ranker alone, or a cross-encoder or a model that writes after it. */
  readonly reranker: 'learned' | 'workers-ai' | 'model';
  readonly hosting: HostingChoice;
  readonly web: WebChoice;
  readonly generation: GenerationChoice;
  /** Secrets that sign receipts, kept apart like all of them: the first signs. */
  readonly receiptKeys: readonly Uint8Array<ArrayBuffer>[];
}

/** What embeds, and where it is; kept apart from the settings, which anyone may read. */
export interface EmbedderChoice {
  readonly provider: 'embedded' | 'workers-ai' | 'openai' | 'none';
  readonly model: string;
  readonly url: string;
  readonly key: string;
  /** 0 where the model's own are known. */
  readonly dimensions: number;
  readonly maxTokens: number;
}

const megabyte = 1_000_000;
const hourMs = 3_600_000;
/**
 * A file is read back as one value, of which D1 takes 2,000,000 bytes at most:
 * https://developers.cloudflare.com/d1/platform/limits/
 */
const longestValueBytes = 1_900_000;
/** A repository's name is never longer: `addQuerySchema` refuses it. */
const longestName = 200;
/** Names in one list: each is to be kept in full, and looked for at every listing. */
const mostNames = 50;

/** @throws Error that lists every variable that cannot be used, with what was found and what is expected. */
export function parseConfig(environment: Readonly<Record<string, unknown>>): Config {
  const problems: string[] = [];
  const read = reader(environment, problems);
  const mode = read.oneOf('MODE', ['open', 'hosted']);
  const config: Config = {
    mode,
    ...readAccess(read, environment),
    settings: {
      chunk: {
        minTokens: read.whole('CHUNK_MIN_TOKENS', 1, 2_000),
        maxTokens: read.whole('CHUNK_MAX_TOKENS', 16, 8_000),
        chunking: read.oneOf('CHUNKING', chunkings),
      },
      ignore: read.list('IGNORE'),
      tags: read.tags('TAGS'),
      popular: read.names('POPULAR'),
      limits: limitsOf(read),
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
      retrieval: {
        topK: read.whole('TOP_K', 1, 100),
        candidates: read.whole('CANDIDATES', 1, 1_000),
        planner: read.oneOf('PLANNER', ['embedded', 'model']),
        modelReranks: read.text('RERANKER') === 'model',
        rerankK: read.whole('RERANK_K', 2, 100),
        fileSelection: read.oneOf('FILE_SELECTION', ['none', 'map', 'model']),
        pickedWeight: read.share('PICKED_WEIGHT'),
        outOfScopeBelow: read.share('OUT_OF_SCOPE_BELOW'),
        lowBelow: read.share('LOW_CONFIDENCE_BELOW'),
      },
    },
    embedder: readEmbedder(read),
    vectorIndex: read.oneOf('VECTOR_INDEX', ['embedded', 'vectorize']),
    reranker: read.oneOf('RERANKER', ['learned', 'workers-ai', 'model']),
    hosting: readHosting(read, problems),
    web: readWeb(read),
    generation: readGeneration(read, problems),
    receiptKeys: readSecrets(read, problems),
  };
  problems.push(
    ...misfits(config.settings),
    ...modelsMissing(config),
    ...embeddingProblems(config, environment),
  );
  if (problems.length > 0) throw new Error(`The configuration cannot be used:\n${problems.join('\n')}`);
  return config;
}

/** `FRONT_SECRET` is set by the local server and by no person, so the table of variables does not list it. */
function readAccess(
  read: ReturnType<typeof reader>,
  { FRONT_SECRET: secret }: Readonly<Record<string, unknown>>,
): Pick<Config, 'allowedHosts' | 'frontSecret'> {
  return {
    allowedHosts: read.list('ALLOWED_HOSTS').map((host) => host.toLowerCase()),
    frontSecret: typeof secret === 'string' && secret !== '' ? secret : undefined,
  };
}

function limitsOf(read: ReturnType<typeof reader>): Limits {
  const megabytes = (name: VariableName): number => read.whole(name, 1, 1_000_000 * megabyte);
  return {
    maxUploadBytes: megabytes('MAX_UPLOAD_BYTES'),
    maxFileBytes: read.whole('MAX_FILE_BYTES', 1, longestValueBytes),
    maxLines: read.cap('MAX_LINES'),
    maxFiles: read.cap('MAX_FILES'),
    maxUnpackedBytes: megabytes('MAX_UNPACKED_BYTES'),
    maxArchiveRatio: read.whole('MAX_ARCHIVE_RATIO', 1, 100_000),
    maxArchiveEntries: read.whole('MAX_ARCHIVE_ENTRIES', 1, 100 * megabyte),
  };
}

function readEmbedder(read: ReturnType<typeof reader>): Config['embedder'] {
  return {
    provider: read.oneOf('EMBEDDER', ['embedded', 'workers-ai', 'openai', 'none']),
    model: read.text('EMBEDDER_MODEL'),
    url: read.text('EMBEDDER_URL').replace(/\/+$/, ''),
    key: read.text('EMBEDDER_KEY'),
    dimensions: read.whole('EMBEDDER_DIMENSIONS', 0, 7_400),
    maxTokens: read.whole('EMBEDDER_TOKENS', 16, 100_000),
  };
}

/** Variables that are right by themselves and not together. */
function misfits({ chunk, retrieval }: Settings): string[] {
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

/** Parts that are to be done by a model where none is named. */
function modelsMissing({ settings: { retrieval }, reranker, generation }: Config): string[] {
  if (generation.models.length > 0) return [];
  const { planner, fileSelection } = retrieval;
  return Object.entries({ PLANNER: planner, FILE_SELECTION: fileSelection, RERANKER: reranker })
    .filter(([, chosen]) => chosen === 'model')
    .map(([name]) => `${name} is model; MODELS names none.`);
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export type VariableReader = ReturnType<typeof reader>;

function reader(environment: Readonly<Record<string, unknown>>, problems: string[]) {
  const hosted = environment['MODE'] === 'hosted';
  const text = (name: VariableName): string => {
    const value = environment[name];
    // A number in wrangler.toml stays a number.
    const given = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (given !== '') return given;
    const variable: Variable | undefined = variables.find((one) => one.name === name);
    return (hosted ? variable?.hosted : undefined) ?? variable?.default ?? '';
  };
  const number = (name: VariableName, expected: string, valid: (value: number) => boolean): number => {
    const value = /^-?\d+(?:\.\d+)?$/.test(text(name)) ? Number(text(name)) : Number.NaN;
    if (valid(value)) return value;
    problems.push(`${name} is ${JSON.stringify(text(name))}; it must be ${expected}.`);
    return Number.NaN;
  };
  return {
    text,
    list: (name: VariableName): string[] => listOf(text(name)),
    names: (name: VariableName): string[] => {
      const names = listOf(text(name));
      if (names.length > mostNames)
        problems.push(`${name} holds ${names.length} names; it may hold ${mostNames}.`);
      for (const one of names.filter((each) => each.length > longestName))
        problems.push(
          `${name} holds "${one.slice(0, 40)}…" of ${one.length} characters; a name has ${longestName} at most.`,
        );
      return names;
    },
    tags: (name: VariableName): Tag[] =>
      listOf(text(name)).flatMap((item) => {
        const [, pattern, tag] = /^(.+)=([\w-]+)$/.exec(item) ?? [];
        if (pattern !== undefined && tag !== undefined) return [{ pattern, tag }];
        problems.push(
          `${name} holds ${JSON.stringify(item)}; each of its items must be a glob, =, and a name.`,
        );
        return [];
      }),
    oneOf<Choice extends string>(name: VariableName, choices: readonly Choice[]): Choice {
      const found = choices.find((choice) => choice === text(name));
      if (found === undefined)
        problems.push(`${name} is ${JSON.stringify(text(name))}; it must be one of ${choices.join(', ')}.`);
      return found ?? (choices[0] as Choice);
    },
    whole: (name: VariableName, least: number, most: number): number =>
      number(
        name,
        `a whole number from ${least} to ${most}`,
        (value) => Number.isInteger(value) && value >= least && value <= most,
      ),
    share: (name: VariableName): number =>
      number(name, 'a number from 0 to 1', (value) => value >= 0 && value <= 1),
    cap: (name: VariableName): number =>
      text(name) === 'none'
        ? Number.POSITIVE_INFINITY
        : number(name, '`none` or a whole number', (value) => Number.isInteger(value) && value > 0),
  };
}
