/** Tests the generator for Anthropic's models over real HTTP on loopback. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { createAnthropicGenerator } from '../../../../worker/adapters/ai-sdk/anthropic-generator.ts';
import { generatorContract } from '../../../contracts/generator.ts';
import { startProviders } from '../../../support/providers/start-providers.ts';
import { generateOnce } from './generate-once.ts';

describe('fulfills the port’s contract', () =>
  generatorContract({
    open: (providers, key) => createAnthropicGenerator({ url: providers.getUrl('anthropic'), key, fetch }),
    takesKey: true,
    needsKey: true,
    hasList: true,
    reportsWait: true,
    structure: 'schema',
    thinksInText: false,
  }));

async function readRequestBody(
  ...args: Parameters<typeof generateOnce> extends [unknown, ...infer Rest] ? Rest : never
) {
  const providers = await startProviders({ script: () => '{}' });
  onTestFinished(() => providers.close());
  await generateOnce(
    createAnthropicGenerator({ url: providers.getUrl('anthropic'), key: 'key-1', fetch }),
    ...args,
  );
  return providers.calls[0]?.call.body;
}

const mark = { cache_control: { type: 'ephemeral' } };

it('marks only cacheable messages for the prompt cache', async () => {
  const messages = [
    { role: 'system', text: 'Rules.', isCachePrefix: true },
    { role: 'user', text: 'Evidence.', isCachePrefix: true },
    { role: 'assistant', text: 'Read.' },
    { role: 'user', text: 'Question?' },
  ] as const;
  const body = await readRequestBody({ messages });
  expect(body).toMatchObject({
    system: [{ type: 'text', text: 'Rules.', ...mark }],
    messages: [{ content: [{ text: 'Evidence.', ...mark }] }, {}, { content: [{ text: 'Question?' }] }],
  });
  expect(JSON.stringify(body).split('"cache_control"')).toHaveLength(3);
});

it('marks only the last cacheable messages, up to the provider’s limit', async () => {
  const cacheable = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (text) => ({ role: 'system', text, isCachePrefix: true }) as const,
  );
  const body = await readRequestBody({ messages: [...cacheable, { role: 'user', text: 'Question?' }] });
  expect(body).toMatchObject({
    system: [{ text: 'a' }, { text: 'b' }, mark, mark, mark, { text: 'f', ...mark }],
  });
  expect(JSON.stringify(body).split('"cache_control"')).toHaveLength(5);
});

it.each(['claude-3-5-haiku-latest', 'claude-sonnet-4-5', 'scripted'])(
  'returns JSON from %s that matches the schema, with the method that the model supports',
  async (model) => {
    const providers = await startProviders({ script: () => '{"ids": ["e1"]}' });
    onTestFinished(() => providers.close());
    const generator = createAnthropicGenerator({ url: providers.getUrl('anthropic'), key: 'key-1', fetch });
    const schema = {
      type: 'object',
      properties: { ids: { type: 'array', items: { type: 'string' } } },
      required: ['ids'],
      additionalProperties: false,
    };
    const { text, parts } = await generateOnce(generator, { model, schema });
    expect(JSON.parse(text)).toEqual({ ids: ['e1'] });
    expect(parts.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
    expect(providers.calls[0]?.call.schema).toMatchObject({ properties: { ids: { type: 'array' } } });
  },
);
