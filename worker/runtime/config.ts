/**
 * The environment parsed once, all problems reported together. The one place a setting has its name, default and meaning;
 * the README's table is made from `variables`.
 */

import type { Settings, Tag } from '../core/settings.ts';

export interface Config {
  readonly mode: 'open' | 'hosted';
  readonly allowedHosts: readonly string[];
  readonly settings: Settings;
}

interface Variable {
  readonly name: string;
  /** What holds when it is not set; open mode first, then hosted where it differs. */
  readonly default: string;
  readonly hosted?: string;
  readonly meaning: string;
}

const megabyte = 1_000_000;
/**
 * A file is read back as one value, of which D1 takes 2,000,000 bytes at most:
 * https://developers.cloudflare.com/d1/platform/limits/
 */
const longestValueBytes = 1_900_000;
/** A repository's name is never longer: `addQuerySchema` refuses it. */
const longestName = 200;
/** Names in one list: each is to be kept in full, and looked for at every listing. */
const mostNames = 50;

export const variables = [
  {
    name: 'MODE',
    default: 'open',
    meaning: '`open`: one viewer who owns everything, on loopback; `hosted`: limits apply',
  },
  {
    name: 'ALLOWED_HOSTS',
    default: 'localhost,127.0.0.1,[::1]',
    meaning: 'Host names a request may name, comma-separated; others are refused',
  },
  { name: 'CHUNK_MIN_TOKENS', default: '50', meaning: 'Smaller neighbouring pieces of a file are merged' },
  { name: 'CHUNK_MAX_TOKENS', default: '512', meaning: 'Larger pieces are split' },
  {
    name: 'IGNORE',
    default: '',
    meaning: 'Globs of paths to leave out, comma-separated, besides the built-in filters',
  },
  {
    name: 'TAGS',
    default: '',
    meaning: 'Names for parts of a repository, to filter by: `docs/**=documentation,errors/**=errors`',
  },
  {
    name: 'POPULAR',
    default: '',
    meaning:
      'Names of repositories the deployment keeps for everyone, comma-separated; they are marked as such',
  },
  { name: 'MAX_UPLOAD_BYTES', default: '4000000000', hosted: '500000000', meaning: 'Largest archive taken' },
  { name: 'MAX_FILE_BYTES', default: '1000000', meaning: 'Larger files are skipped and listed' },
  { name: 'MAX_LINES', default: 'none', hosted: '200000', meaning: 'Lines of a repository after filters' },
  { name: 'MAX_FILES', default: 'none', hosted: '5000', meaning: 'Files of a repository after filters' },
  {
    name: 'MAX_UNPACKED_BYTES',
    default: '20000000000',
    hosted: '2000000000',
    meaning: 'Bytes an archive may unpack to',
  },
  {
    name: 'MAX_ARCHIVE_RATIO',
    default: '200',
    meaning: 'Unpacked bytes over packed bytes, judged from 16 MB on',
  },
  { name: 'MAX_ARCHIVE_ENTRIES', default: '1000000', hosted: '100000', meaning: 'Entries of an archive' },
  { name: 'PACK_BYTES', default: '150000', meaning: 'Bytes of files in one parse part' },
  { name: 'LINK_LINES', default: '150000', meaning: 'Lines of files in one link part' },
  { name: 'INDEX_CHUNKS', default: '200', meaning: 'Chunks in one index part' },
  { name: 'TOP_K', default: '10', meaning: 'Search results when a request does not say' },
  {
    name: 'CANDIDATES',
    default: '100',
    meaning: 'Chunks taken from the keyword index before signals are applied',
  },
  {
    name: 'OUT_OF_SCOPE_BELOW',
    default: '0.48',
    meaning: 'Share of a question’s weight that must be found, below which it is declined',
  },
  {
    name: 'LOW_CONFIDENCE_BELOW',
    default: '0.65',
    meaning: 'The same, below which an answer is marked low confidence',
  },
  {
    name: 'CONVERSATION_DAYS',
    default: '30',
    meaning: 'Days after its last question until a conversation is forgotten',
  },
  {
    name: 'UNHEARD_SECONDS',
    default: '30',
    meaning: 'Seconds until an answer nobody listens to is stopped',
  },
] as const satisfies readonly Variable[];

type VariableName = (typeof variables)[number]['name'];

/** @throws Error that lists every variable that cannot be used, with what was found and what is expected. */
export function parseConfig(environment: Readonly<Record<string, unknown>>): Config {
  const problems: string[] = [];
  const read = reader(environment, problems);
  const mode = read.oneOf('MODE', ['open', 'hosted']);
  const megabytes = (name: VariableName): number => read.whole(name, 1, 1_000_000 * megabyte);
  const config: Config = {
    mode,
    allowedHosts: read.list('ALLOWED_HOSTS').map((host) => host.toLowerCase()),
    settings: {
      chunk: {
        minTokens: read.whole('CHUNK_MIN_TOKENS', 1, 2_000),
        maxTokens: read.whole('CHUNK_MAX_TOKENS', 16, 8_000),
      },
      ignore: read.list('IGNORE'),
      tags: read.tags('TAGS'),
      popular: read.names('POPULAR'),
      limits: {
        maxUploadBytes: megabytes('MAX_UPLOAD_BYTES'),
        maxFileBytes: read.whole('MAX_FILE_BYTES', 1, longestValueBytes),
        maxLines: read.cap('MAX_LINES'),
        maxFiles: read.cap('MAX_FILES'),
        maxUnpackedBytes: megabytes('MAX_UNPACKED_BYTES'),
        maxArchiveRatio: read.whole('MAX_ARCHIVE_RATIO', 1, 100_000),
        maxArchiveEntries: read.whole('MAX_ARCHIVE_ENTRIES', 1, 100 * megabyte),
      },
      batch: {
        packBytes: read.whole('PACK_BYTES', 1_000, 16 * megabyte),
        linkLines: read.whole('LINK_LINES', 1, 10_000_000),
        indexChunks: read.whole('INDEX_CHUNKS', 1, 20_000),
      },
      conversation: {
        keptDays: read.whole('CONVERSATION_DAYS', 1, 3_650),
        unheardMs: read.whole('UNHEARD_SECONDS', 1, 3_600) * 1_000,
      },
      retrieval: {
        topK: read.whole('TOP_K', 1, 100),
        candidates: read.whole('CANDIDATES', 1, 1_000),
        outOfScopeBelow: read.share('OUT_OF_SCOPE_BELOW'),
        lowBelow: read.share('LOW_CONFIDENCE_BELOW'),
      },
    },
  };
  problems.push(...misfits(config.settings));
  if (problems.length > 0) throw new Error(`The configuration cannot be used:\n${problems.join('\n')}`);
  return config;
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

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

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
