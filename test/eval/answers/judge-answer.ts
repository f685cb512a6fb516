/**
 * Asks a model to judge an answer by the rubric, claim by claim and as a whole. The model sees the cited lines and the reference. It does not see
 * the results of the checks, so that its verdicts can be compared with them.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import { createAnthropicGenerator } from '../../../worker/adapters/ai-sdk/anthropic-generator.ts';
import { createGoogleGenerator } from '../../../worker/adapters/ai-sdk/google-generator.ts';
import { createOpenAiGenerator } from '../../../worker/adapters/ai-sdk/openai-generator.ts';
import { parseModelName } from '../../../worker/core/answers/generation.ts';
import type { Generator } from '../../../worker/ports/generator.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import type { AnswerResult } from './request-answer.ts';

const judgmentSchema = z.object({
  claims: z.array(
    z.object({ id: z.string(), verdict: z.enum(['supported', 'partly', 'unsupported']), why: z.string() }),
  ),
  overall: z.int().min(1).max(5),
  why: z.string(),
});

export type Judgment = z.infer<typeof judgmentSchema>;

export type Judge = (answer: AnswerResult) => Promise<Judgment>;

const rubricFile = join(import.meta.dirname, '../answer-rubric.md');
const maxTokens = 4_000;
const providerVariables = /^(?:OPENAI|GROQ|COMPATIBLE|GOOGLE|ANTHROPIC)_(?:URL|KEY)$/;

/**
 * @param name `provider/model`; its address and key come from the environment, named like the server's settings
 * @throws CommandError for an unknown provider or one without an address
 */
export function createJudge(name: string, signal: AbortSignal): Judge {
  const model = parseModelName(name);
  const generator = model === undefined ? undefined : createGenerator(model.provider);
  if (model === undefined || generator === undefined)
    throw usageError(
      `The model "${name}" is not available.`,
      'Give <provider>/<model> with the provider openai, groq, compatible, google or anthropic, and set its URL.',
    );
  const rubric = readFileSync(rubricFile, 'utf8');
  return async (answer) => {
    const request = {
      model: model.model,
      messages: [
        { role: 'system' as const, text: rubric, isCachePrefix: true },
        { role: 'user' as const, text: formatMaterial(answer) },
      ],
      tools: [],
      schema: z.toJSONSchema(judgmentSchema),
      temperature: 0,
      maxOutputTokens: maxTokens,
      key: undefined,
      signal,
    };
    let text = '';
    for await (const part of generator.generate(request)) if (part.type === 'text-delta') text += part.text;
    return readJudgment(text, answer);
  };
}

/** @throws Error if the judgment does not match the schema or omits a claim */
export function readJudgment(
  text: string,
  { asked, claims }: Pick<AnswerResult, 'asked' | 'claims'>,
): Judgment {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  const judgment = judgmentSchema.parse(JSON.parse(json));
  const missing = claims.filter(({ id }) => !judgment.claims.some((verdict) => verdict.id === id));
  if (missing.length > 0)
    throw new Error(`The judge of ${asked.id} omitted ${missing.map(({ id }) => id).join(', ')}.`);
  return { ...judgment, claims: judgment.claims.filter(({ id }) => claims.some((claim) => claim.id === id)) };
}

function formatMaterial({ asked, claims, evidence }: AnswerResult): string {
  const citedIds = new Set(claims.flatMap(({ citations }) => citations));
  return JSON.stringify({
    question: asked.question,
    reference: asked.reference ?? 'The repository does not contain the answer.',
    claims: claims.map(({ id, text, citations }) => ({ id, text, citations })),
    cited: evidence.filter(({ id }) => citedIds.has(id)).map(({ id, text }) => ({ id, text })),
  });
}

function createGenerator(provider: string): Generator | undefined {
  // Other environment variables may belong to other programs.
  const providerSettings = Object.entries(process.env).filter(([name]) => providerVariables.test(name));
  const { providers } = parseConfig(Object.fromEntries(providerSettings)).generation;
  if (provider === 'google') return withUrl(providers.google, createGoogleGenerator);
  if (provider === 'anthropic') return withUrl(providers.anthropic, createAnthropicGenerator);
  if (provider !== 'openai' && provider !== 'groq' && provider !== 'compatible') return undefined;
  return withUrl(providers[provider], (connection) => createOpenAiGenerator({ provider, ...connection }));
}

interface ProviderConnection {
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

function withUrl(
  { url, key }: { readonly url: string | undefined; readonly key: string | undefined },
  create: (provider: ProviderConnection) => Generator,
): Generator | undefined {
  return url === undefined ? undefined : create({ url, key, fetch: globalThis.fetch });
}
