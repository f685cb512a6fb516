/** Defines what the generator suites test: a generator that calls fake providers on loopback, and a sample request. */

import { afterEach, beforeEach } from 'vitest';
import type { GeneratorEvent } from '../../../worker/core/answers/generation.ts';
import type { GenerateRequest, Generator } from '../../../worker/ports/generator.ts';
import { startProviders, type ListScript, type Providers } from '../../support/providers/start-providers.ts';
import type { ProviderReply } from '../../support/providers/provider-script.ts';

export interface GeneratorSubject {
  /** Opens a generator that calls the fake provider, with the deployment's key unless `key` is undefined. */
  open(providers: Providers, key: string | undefined): Generator;
  readonly takesKey: boolean;
  /** Whether a call without any key is rejected. */
  readonly needsKey: boolean;
  readonly hasList: boolean;
  /** Whether the provider reports how long to wait after a rate limit. */
  readonly reportsWait: boolean;
  /** Whether the generator sends a schema as a parameter or describes it in the prompt. */
  readonly structure: 'schema' | 'prompt';
  /** Whether the provider's models may begin their text with reasoning in a tag. */
  readonly thinksInText: boolean;
}

export const deploymentKey = 'sk-deployment-0123456789abcdef';
export const userKey = 'sk-user-fedcba9876543210';

interface GatheredAnswer {
  readonly text: string;
  readonly parts: readonly GeneratorEvent[];
  readonly finish: Extract<GeneratorEvent, { type: 'finish' }> | undefined;
}

async function gatherAnswer(stream: AsyncIterable<GeneratorEvent>): Promise<GatheredAnswer> {
  const parts: GeneratorEvent[] = [];
  for await (const part of stream) parts.push(part);
  const last = parts.at(-1);
  return {
    parts,
    text: parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join(''),
    finish: last?.type === 'finish' ? last : undefined,
  };
}

export const generateRequest = (changes: Partial<GenerateRequest> = {}): GenerateRequest => ({
  model: 'scripted',
  messages: [
    { role: 'system', text: 'Answer from the evidence alone.', isCachePrefix: true },
    { role: 'user', text: 'What opens the gate? “ü” 門' },
  ],
  tools: [],
  schema: undefined,
  temperature: undefined,
  maxOutputTokens: 77,
  key: undefined,
  signal: new AbortController().signal,
  ...changes,
});

export const captureError = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
};

/** The fake providers of a test, their responses, and the generator that calls them. */
interface GeneratorWorld {
  reply: ProviderReply | string;
  listResult: ReturnType<ListScript>;
  generator: Generator;
  readonly providers: Providers;
  ask(changes?: Partial<GenerateRequest>): Promise<GatheredAnswer>;
}

/** Opens fake providers and a generator for each test of the calling suite. Use the result only within tests. */
export function openWorlds(subject: GeneratorSubject): GeneratorWorld {
  let providers: Providers | undefined;
  let generator: Generator | undefined;
  const world: GeneratorWorld = {
    reply: '',
    listResult: [],
    get providers() {
      return requireOpened(providers);
    },
    get generator() {
      return requireOpened(generator);
    },
    set generator(other) {
      generator = other;
    },
    ask: (changes = {}) => gatherAnswer(world.generator.generate(generateRequest(changes))),
  };
  beforeEach(async () => {
    world.reply = 'Yes.';
    world.listResult = ['first-model', 'second-model'];
    providers = await startProviders({ script: () => world.reply, models: () => world.listResult });
    generator = subject.open(providers, subject.takesKey ? deploymentKey : undefined);
  });
  afterEach(() => providers?.close());
  return world;
}

function requireOpened<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new Error('The providers are opened before each test. Use them only within tests.');
  return value;
}
