/** Parses the variables about generating models: providers with addresses and keys, models, rate limits and prices. */

import {
  formatModelName,
  formatProviders,
  parseModelName,
  type ModelName,
  type ProviderName,
} from '../core/answers/generation.ts';
import type { ClaimJudge, GenerationTimeouts, ModelPrice } from '../flows/models/generation.ts';
import type { QuotaLimits } from '../ports/quota.ts';
import type { VariableReader } from './variable-reader.ts';
import { variables } from './variables.ts';

/** Separate from the settings, which are public. */
export interface GenerationChoice {
  /** The deployment's models, in order of preference. */
  readonly models: readonly ModelName[];
  readonly providers: Readonly<Record<Exclude<ProviderName, 'workers-ai'>, ProviderEndpoint>>;
  /** By `provider/model`, or `*` for all others. */
  readonly limits: ReadonlyMap<string, QuotaLimits>;
  readonly prices: ReadonlyMap<string, ModelPrice>;
  readonly timeouts: GenerationTimeouts;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly claimJudge: ClaimJudge;
}

interface ProviderEndpoint {
  /** Without a trailing slash; undefined if it is not configured. */
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
  const models = read.list('MODELS').flatMap((item) => readModel(item, problems));
  const providers = readProviders(read, problems);
  const claimJudge = readClaimJudge(read, problems);
  problems.push(
    ...models.flatMap((model) => findMissingSettings('MODELS', model, providers)),
    ...(typeof claimJudge === 'object' ? findMissingSettings('CLAIM_JUDGE', claimJudge, providers) : []),
  );
  return {
    models,
    providers,
    limits: new Map(read.list('MODEL_LIMITS').flatMap((item) => readLimits(item, problems))),
    prices: new Map(read.list('MODEL_PRICES').flatMap((item) => readPrice(item, problems))),
    timeouts: {
      firstPartMs: read.whole('MODEL_FIRST_SECONDS', 1, 600) * 1_000,
      nextPartMs: read.whole('MODEL_STALL_SECONDS', 1, 600) * 1_000,
      maxRetryMs: read.whole('MODEL_RETRY_SECONDS', 0, 60) * 1_000,
    },
    promptTokens: read.whole('MODEL_PROMPT_TOKENS', 1_000, 1_000_000),
    outputTokens: read.whole('MODEL_OUTPUT_TOKENS', 16, 1_000_000),
    claimJudge,
  };
}

function readClaimJudge(read: VariableReader, problems: string[]): ClaimJudge {
  const text = read.text('CLAIM_JUDGE');
  if (text === 'off' || text === 'on-request') return text;
  const model = parseModelName(text);
  if (model === undefined)
    problems.push(
      `CLAIM_JUDGE is ${JSON.stringify(text)}; it must be off, on-request or provider/model, of ${formatProviders('or')}.`,
    );
  return model ?? 'off';
}

function readProviders(read: VariableReader, problems: string[]): GenerationChoice['providers'] {
  return {
    openai: { url: readUrl(read, 'OPENAI_URL', problems), key: emptyToUndefined(read.text('OPENAI_KEY')) },
    groq: { url: readUrl(read, 'GROQ_URL', problems), key: emptyToUndefined(read.text('GROQ_KEY')) },
    compatible: {
      url: readUrl(read, 'COMPATIBLE_URL', problems),
      key: emptyToUndefined(read.text('COMPATIBLE_KEY')),
    },
    google: { url: readUrl(read, 'GOOGLE_URL', problems), key: emptyToUndefined(read.text('GOOGLE_KEY')) },
    anthropic: {
      url: readUrl(read, 'ANTHROPIC_URL', problems),
      key: emptyToUndefined(read.text('ANTHROPIC_KEY')),
    },
  };
}

/** A provider needs an address; a provider's default address also needs a key. */
function findMissingSettings(
  setting: 'MODELS' | 'CLAIM_JUDGE',
  model: ModelName,
  providers: GenerationChoice['providers'],
): readonly string[] {
  const { provider } = model;
  if (provider === 'workers-ai') return [];
  const name = provider.toUpperCase();
  const { url, key } = providers[provider];
  const defaultUrl = variables.find((variable) => variable.name === `${name}_URL`)?.default;
  const missing =
    url === undefined ? `${name}_URL` : url === defaultUrl && key === undefined ? `${name}_KEY` : '';
  const use = setting === 'MODELS' ? 'contains' : 'is';
  return missing === '' ? [] : [`${setting} ${use} ${formatModelName(model)}, but ${missing} is not set.`];
}

function readModel(item: string, problems: string[]): ModelName[] {
  const model = parseModelName(item);
  if (model !== undefined) return [model];
  problems.push(
    `MODELS contains ${JSON.stringify(item)}; each item must be provider/model, of ${formatProviders('or')}.`,
  );
  return [];
}

function readUrl(read: VariableReader, name: Parameters<VariableReader['text']>[0], problems: string[]) {
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
  const [, name = '', values = ''] = /^(\S+)=(.+)$/.exec(item) ?? [];
  const limits = values.split(/\s+/).map((value) => /^(\d{1,12})(rpm|tpm|rpd|tpd)$/.exec(value));
  const isNamed = name === '*' || parseModelName(name) !== undefined;
  if (!isNamed || values === '' || limits.some((limit) => limit === null)) {
    problems.push(
      `MODEL_LIMITS contains ${JSON.stringify(item)}; each item must be provider/model or *, =, and limits like 60rpm 100000tpm 1000rpd 2000000tpd.`,
    );
    return [];
  }
  const entries = limits.map((limit) => [
    units[(limit?.[2] ?? 'rpm') as keyof typeof units],
    Number(limit?.[1]),
  ]);
  return [[name, { ...unlimited, ...(Object.fromEntries(entries) as Partial<QuotaLimits>) }]];
}

/** `openai/gpt-x=0.5/1.5`: US dollars per million input and output tokens. */
function readPrice(item: string, problems: string[]): [string, ModelPrice][] {
  const [, name = '', input, output] =
    /^(\S+)=(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(item) ?? [];
  const model = parseModelName(name);
  if (model !== undefined)
    return [[formatModelName(model), { input: Number(input), output: Number(output) }]];
  problems.push(
    `MODEL_PRICES contains ${JSON.stringify(item)}; each item must be provider/model=input/output in US dollars per million tokens.`,
  );
  return [];
}

function emptyToUndefined(text: string): string | undefined {
  return text === '' ? undefined : text;
}
