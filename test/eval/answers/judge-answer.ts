/**
 * An answer judged by a model after the written rubric, claim by claim and as a whole. It is shown what the answer cites and the
 * reference, not the states that the checks found, so that both can be compared.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { usageError } from '../../../clients/cli/command-error.ts';
import { createAnthropicGenerator } from '../../../worker/adapters/ai-sdk/anthropic-generator.ts';
import { createGoogleGenerator } from '../../../worker/adapters/ai-sdk/google-generator.ts';
import { createOpenAiGenerator } from '../../../worker/adapters/ai-sdk/openai-generator.ts';
import { readModelName } from '../../../worker/core/generation.ts';
import type { Generator } from '../../../worker/ports/generator.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import type { AskedAnswer } from './ask-answer.ts';

const judgementSchema = z.object({
  claims: z.array(
    z.object({ id: z.string(), verdict: z.enum(['supported', 'partly', 'unsupported']), why: z.string() }),
  ),
  overall: z.int().min(1).max(5),
  why: z.string(),
});

export type Judgement = z.infer<typeof judgementSchema>;

export type Judge = (answer: AskedAnswer) => Promise<Judgement>;

const rubricFile = join(import.meta.dirname, '../answer-rubric.md');
const mostTokens = 4_000;
const vendorVariables = /^(?:OPENAI|GROQ|COMPATIBLE|GOOGLE|ANTHROPIC)_(?:URL|KEY)$/;

/**
 * @param name `provider/model`; its address and key are those of the environment, named as the server's settings are
 * @throws CommandError where there is no such vendor
 */
export function createJudge(name: string, signal: AbortSignal): Judge {
  const model = readModelName(name);
  const generator = model === undefined ? undefined : generatorOf(model.provider);
  if (model === undefined || generator === undefined)
    throw usageError(
      `No model "${name}" can be asked from here.`,
      'Give provider/model of openai, groq, compatible, google or anthropic.',
    );
  const rubric = readFileSync(rubricFile, 'utf8');
  return async (answer) => {
    const request = {
      model: model.model,
      messages: [
        { role: 'system' as const, text: rubric, isKept: true },
        { role: 'user' as const, text: materialOf(answer) },
      ],
      tools: [],
      schema: z.toJSONSchema(judgementSchema),
      temperature: 0,
      maxOutputTokens: mostTokens,
      key: undefined,
      signal,
    };
    let text = '';
    for await (const part of generator.generate(request)) if (part.type === 'text-delta') text += part.text;
    return readJudgement(text, answer);
  };
}

/** @throws Error where it is not what was asked for, or leaves a claim out */
export function readJudgement(
  text: string,
  { asked, claims }: Pick<AskedAnswer, 'asked' | 'claims'>,
): Judgement {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  const read = judgementSchema.parse(JSON.parse(json));
  const missing = claims.filter(({ id }) => !read.claims.some((one) => one.id === id));
  if (missing.length > 0)
    throw new Error(`The judge of ${asked.id} left out ${missing.map(({ id }) => id).join(', ')}.`);
  return { ...read, claims: read.claims.filter(({ id }) => claims.some((claim) => claim.id === id)) };
}

function materialOf({ asked, claims, evidence }: AskedAnswer): string {
  const cited = new Set(claims.flatMap(({ citations }) => citations));
  return JSON.stringify({
    question: asked.question,
    reference: asked.reference ?? 'The repository does not hold the answer.',
    claims: claims.map(({ id, text, citations }) => ({ id, text, citations })),
    cited: evidence.filter(({ id }) => cited.has(id)).map(({ id, text }) => ({ id, text })),
  });
}

function generatorOf(provider: string): Generator | undefined {
  // The rest of an environment is that of whatever else runs here.
  const named = Object.entries(process.env).filter(([name]) => vendorVariables.test(name));
  const { vendors } = parseConfig(Object.fromEntries(named)).generation;
  if (provider === 'google') return withUrl(vendors.google, createGoogleGenerator);
  if (provider === 'anthropic') return withUrl(vendors.anthropic, createAnthropicGenerator);
  if (provider !== 'openai' && provider !== 'groq' && provider !== 'compatible') return undefined;
  return withUrl(vendors[provider], (vendor) => createOpenAiGenerator({ provider, ...vendor }));
}

interface Called {
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

function withUrl(
  { url, key }: { readonly url: string | undefined; readonly key: string | undefined },
  create: (vendor: Called) => Generator,
): Generator | undefined {
  return url === undefined ? undefined : create({ url, key, fetch: globalThis.fetch });
}
