/**
 * The embedding part of the `AI` binding, as documented: the models it knows, 100 texts per call, `pooling` where a model has it, and its
 * errors (https://developers.cloudflare.com/workers-ai/). Its vectors hash words and are not normalized.
 */

import { createHashingEmbedder } from './hashing-embedder.ts';
import { scriptedRun, type Scripted } from './scripted-binding.ts';
import type { AiBinding } from '../../../worker/adapters/workers-ai/embedder.ts';

interface FakeWorkersAi extends AiBinding, Scripted {
  readonly calls: {
    readonly model: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly options: Parameters<AiBinding['run']>[2];
  }[];
}

const modelDimensions: Readonly<Record<string, number>> = {
  '@cf/baai/bge-small-en-v1.5': 384,
  '@cf/baai/bge-base-en-v1.5': 768,
  '@cf/baai/bge-large-en-v1.5': 1_024,
  '@cf/baai/bge-m3': 1_024,
};

const maxTexts = 100;
/** 512 tokens, generously estimated at 16 characters each. */
const maxCharacters = 512 * 16;

export function createFakeWorkersAi(): FakeWorkersAi {
  const calls: FakeWorkersAi['calls'] = [];
  const scripted = scriptedRun<AiBinding['run']>(
    (model, inputs, options) => void calls.push({ model, inputs, options }),
    async (model, inputs) => {
      const dimensions = modelDimensions[model];
      if (dimensions === undefined) throw new Error(`5007: No such model ${model} or task`);
      const { text, pooling } = inputs;
      const unknown = Object.keys(inputs).filter((name) => name !== 'text' && name !== 'pooling');
      if (unknown.length > 0 || !Array.isArray(text) || text.length === 0)
        throw new Error('5004: Invalid data: text is required');
      if (text.length > maxTexts) throw new Error('5004: Invalid data: at most 100 texts');
      if (text.some((one) => typeof one !== 'string' || one === ''))
        throw new Error('5004: Invalid data: a text is empty');
      if (model !== '@cf/baai/bge-m3' && text.some((one: string) => one.length > maxCharacters))
        throw new Error('3006: Request is too large');
      const embedder = createHashingEmbedder(dimensions);
      const vectors = await Promise.all(text.map((one: string) => embedder.embedQuery(one)));
      const data = vectors.map((vector) => Array.from(vector, (value) => value * 3));
      return { shape: [data.length, dimensions], data, ...(pooling !== undefined && { pooling }) };
    },
  );
  return Object.assign(scripted, { calls });
}
