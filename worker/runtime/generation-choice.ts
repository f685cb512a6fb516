/** The variables about models that write, read and checked: where each vendor is, with what key, which models are offered and within which limits. */

import {
  modelId,
  providersTold,
  readModelName,
  type ModelName,
  type ProviderName,
} from '../core/generation.ts';
import type { GenerationWaits, ModelPrice } from '../flows/generation/generation.ts';
import type { QuotaLimits } from '../ports/quota.ts';
import type { VariableReader } from './config.ts';
import { variables } from './variables.ts';

/** Kept apart from the settings, which anyone may read. */
export interface GenerationChoice {
  /** Those the deployment offers, in order. */
  readonly models: readonly ModelName[];
  readonly vendors: Readonly<Record<Exclude<ProviderName, 'workers-ai'>, Vendor>>;
  /** By `provider/model`, or `*` for all others. */
  readonly limits: ReadonlyMap<string, QuotaLimits>;
  readonly prices: ReadonlyMap<string, ModelPrice>;
  readonly waits: GenerationWaits;
  readonly promptTokens: number;
  readonly outputTokens: number;
}

export interface Vendor {
  /** Without a slash at its end; undefined where none is known. */
  readonly url: string | undefined;
  readonly key: string | undefined;
}

export const unlimited: QuotaLimits = {
  requestsPerMinute: Infinity,
  tokensPerMinute: Infinity,
  requestsPerDay: Infinity,
  tokensPerDay: Infinity,
};

export function readGeneration(read: VariableReader, problems: string[]): GenerationChoice {
  const models = read.list('MODELS').flatMap((item) => readOffered(item, problems));
  const vendors = readVendors(read, problems);
  problems.push(...models.flatMap((model) => unreachable(model, vendors)));
  return {
    models,
    vendors,
    limits: new Map(read.list('MODEL_LIMITS').flatMap((item) => readLimits(item, problems))),
    prices: new Map(read.list('MODEL_PRICES').flatMap((item) => readPrice(item, problems))),
    waits: {
      firstPartMs: read.whole('MODEL_FIRST_SECONDS', 1, 600) * 1_000,
      nextPartMs: read.whole('MODEL_STALL_SECONDS', 1, 600) * 1_000,
      longestRetryMs: read.whole('MODEL_RETRY_SECONDS', 0, 60) * 1_000,
    },
    promptTokens: read.whole('MODEL_PROMPT_TOKENS', 1_000, 1_000_000),
    outputTokens: read.whole('MODEL_OUTPUT_TOKENS', 16, 1_000_000),
  };
}

function readVendors(read: VariableReader, problems: string[]): GenerationChoice['vendors'] {
  return {
    openai: { url: urlOf(read, 'OPENAI_URL', problems), key: orNone(read.text('OPENAI_KEY')) },
    groq: { url: urlOf(read, 'GROQ_URL', problems), key: orNone(read.text('GROQ_KEY')) },
    compatible: { url: urlOf(read, 'COMPATIBLE_URL', problems), key: orNone(read.text('COMPATIBLE_KEY')) },
    google: { url: urlOf(read, 'GOOGLE_URL', problems), key: orNone(read.text('GOOGLE_KEY')) },
    anthropic: { url: urlOf(read, 'ANTHROPIC_URL', problems), key: orNone(read.text('ANTHROPIC_KEY')) },
  };
}

/** Without an address nobody can be asked, and no vendor answers at its own without a key. */
function unreachable(model: ModelName, vendors: GenerationChoice['vendors']): readonly string[] {
  const { provider } = model;
  if (provider === 'workers-ai') return [];
  const name = provider.toUpperCase();
  const { url, key } = vendors[provider];
  const usual = variables.find((one) => one.name === `${name}_URL`)?.default;
  const lacks = url === undefined ? `${name}_URL` : url === usual && key === undefined ? `${name}_KEY` : '';
  return lacks === '' ? [] : [`MODELS names ${modelId(model)}, and ${lacks} is not set.`];
}

function readOffered(item: string, problems: string[]): ModelName[] {
  const model = readModelName(item);
  if (model !== undefined) return [model];
  problems.push(
    `MODELS holds ${JSON.stringify(item)}; each of its items must be provider/model, of ${providersTold('or')}.`,
  );
  return [];
}

function urlOf(read: VariableReader, name: Parameters<VariableReader['text']>[0], problems: string[]) {
  const url = read.text(name).replace(/\/+$/, '');
  if (url === '') return undefined;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  problems.push(`${name} is ${JSON.stringify(url)}; it must be an http or https address.`);
  return undefined;
}

const units = {
  rpm: 'requestsPerMinute',
  tpm: 'tokensPerMinute',
  rpd: 'requestsPerDay',
  tpd: 'tokensPerDay',
} as const satisfies Record<string, keyof QuotaLimits>;

/** `openai/gpt-x=60rpm 100000tpm`, `*=1000rpd`. */
function readLimits(item: string, problems: string[]): [string, QuotaLimits][] {
  const [, name = '', told = ''] = /^(\S+)=(.+)$/.exec(item) ?? [];
  const limits = told.split(/\s+/).map((one) => /^(\d{1,12})(rpm|tpm|rpd|tpd)$/.exec(one));
  const isNamed = name === '*' || readModelName(name) !== undefined;
  if (!isNamed || told === '' || limits.some((one) => one === null)) {
    problems.push(
      `MODEL_LIMITS holds ${JSON.stringify(item)}; each of its items must be provider/model or *, =, and limits like 60rpm 100000tpm 1000rpd 2000000tpd.`,
    );
    return [];
  }
  const given = limits.map((one) => [units[(one?.[2] ?? 'rpm') as keyof typeof units], Number(one?.[1])]);
  return [[name, { ...unlimited, ...(Object.fromEntries(given) as Partial<QuotaLimits>) }]];
}

/** `openai/gpt-x=0.5/1.5`: US dollars for a million tokens read, and written. */
function readPrice(item: string, problems: string[]): [string, ModelPrice][] {
  const [, name = '', input, output] =
    /^(\S+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(item) ?? [];
  const model = readModelName(name);
  if (model !== undefined) return [[modelId(model), { input: Number(input), output: Number(output) }]];
  problems.push(
    `MODEL_PRICES holds ${JSON.stringify(item)}; each of its items must be provider/model=input/output in US dollars for a million tokens.`,
  );
  return [];
}

function orNone(text: string): string | undefined {
  return text === '' ? undefined : text;
}
