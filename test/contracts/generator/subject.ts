/** The subject of the generator suites: fake providers on loopback, and one question. */

import { afterEach, beforeEach } from 'vitest';
import type { GeneratorPart } from '../../../worker/core/answers/generation.ts';
import type { GenerateRequest, Generator } from '../../../worker/ports/generator.ts';
import { startProviders, type ListScript, type Providers } from '../../support/providers/start-providers.ts';
import type { ProviderReply } from '../../support/providers/provider-script.ts';

export interface GeneratorSubject {
  /** Calls the vendor; with the deployment's key, where one is given. */
  open(vendors: Providers, key: string | undefined): Generator;
  readonly takesKey: boolean;
  /** Whether it may be called without any. */
  readonly needsKey: boolean;
  readonly hasList: boolean;
  /** Whether the vendor can be told how long to wait. */
  readonly tellsWait: boolean;
  /** Whether a schema is sent as one, or told in the prompt. */
  readonly structure: 'schema' | 'words';
  /** Whether its models may write what they think at the head of their text, in a tag. */
  readonly thinksInText: boolean;
}

export const deployed = 'sk-deployment-0123456789abcdef';
export const own = 'sk-asker-fedcba9876543210';

export interface Gathered {
  readonly text: string;
  readonly parts: readonly GeneratorPart[];
  readonly finish: Extract<GeneratorPart, { type: 'finish' }> | undefined;
}

export async function gather(told: AsyncIterable<GeneratorPart>): Promise<Gathered> {
  const parts: GeneratorPart[] = [];
  for await (const part of told) parts.push(part);
  const last = parts.at(-1);
  return {
    parts,
    text: parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join(''),
    finish: last?.type === 'finish' ? last : undefined,
  };
}

export const asked = (changes: Partial<GenerateRequest> = {}): GenerateRequest => ({
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

export const thrownBy = async (promise: Promise<unknown>): Promise<unknown> => {
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
  listed: ReturnType<ListScript>;
  generator: Generator;
  readonly vendors: Providers;
  ask(changes?: Partial<GenerateRequest>): Promise<Gathered>;
}

/** Opened for each test of the calling suite; use it only within tests. */
export function openWorlds(subject: GeneratorSubject): GeneratorWorld {
  let vendors: Providers | undefined;
  let generator: Generator | undefined;
  const world: GeneratorWorld = {
    reply: '',
    listed: [],
    get vendors() {
      return opened(vendors);
    },
    get generator() {
      return opened(generator);
    },
    set generator(other) {
      generator = other;
    },
    ask: (changes = {}) => gather(world.generator.generate(asked(changes))),
  };
  beforeEach(async () => {
    world.reply = 'Yes.';
    world.listed = ['first-model', 'second-model'];
    vendors = await startProviders({ script: () => world.reply, models: () => world.listed });
    generator = subject.open(vendors, subject.takesKey ? deployed : undefined);
  });
  afterEach(() => vendors?.close());
  return world;
}

function opened<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('It is opened before each test.');
  return value;
}
