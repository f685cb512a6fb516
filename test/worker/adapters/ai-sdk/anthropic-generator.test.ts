/** Anthropic's models, over real HTTP on loopback. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { createAnthropicGenerator } from '../../../../worker/adapters/ai-sdk/anthropic-generator.ts';
import { generatorContract } from '../../../contracts/generator.ts';
import { startProviders } from '../../../support/providers/start-providers.ts';
import { generateOnce } from './generate-once.ts';

describe('fulfills the port’s contract', () =>
  generatorContract({
    open: (vendors, key) => createAnthropicGenerator({ url: vendors.getUrl('anthropic'), key, fetch }),
    takesKey: true,
    needsKey: true,
    hasList: true,
    tellsWait: true,
    structure: 'schema',
    thinksInText: false,
  }));

async function readRequestBody(
  ...args: Parameters<typeof generateOnce> extends [unknown, ...infer Rest] ? Rest : never
) {
  const vendors = await startProviders({ script: () => '{}' });
  onTestFinished(() => vendors.close());
  await generateOnce(
    createAnthropicGenerator({ url: vendors.getUrl('anthropic'), key: 'key-1', fetch }),
    ...args,
  );
  return vendors.calls[0]?.call.body;
}

const mark = { cache_control: { type: 'ephemeral' } };

it('marks cacheable messages, and nothing else', async () => {
  const messages = [
    { role: 'system', text: 'Rules.', isKept: true },
    { role: 'user', text: 'Evidence.', isKept: true },
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

it('marks only the last messages up to the provider’s limit', async () => {
  const cacheable = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (text) => ({ role: 'system', text, isKept: true }) as const,
  );
  const body = await readRequestBody({ messages: [...cacheable, { role: 'user', text: 'Question?' }] });
  expect(body).toMatchObject({
    system: [{ text: 'a' }, { text: 'b' }, mark, mark, mark, { text: 'f', ...mark }],
  });
  expect(JSON.stringify(body).split('"cache_control"')).toHaveLength(5);
});

it.each(['claude-3-5-haiku-latest', 'claude-sonnet-4-5', 'scripted'])(
  'returns JSON of a schema from %s, in whichever way the model supports',
  async (model) => {
    const vendors = await startProviders({ script: () => '{"ids": ["e1"]}' });
    onTestFinished(() => vendors.close());
    const generator = createAnthropicGenerator({ url: vendors.getUrl('anthropic'), key: 'key-1', fetch });
    const schema = {
      type: 'object',
      properties: { ids: { type: 'array', items: { type: 'string' } } },
      required: ['ids'],
      additionalProperties: false,
    };
    const { text, parts } = await generateOnce(generator, { model, schema });
    expect(JSON.parse(text)).toEqual({ ids: ['e1'] });
    expect(parts.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
    expect(vendors.calls[0]?.call.schema).toMatchObject({ properties: { ids: { type: 'array' } } });
  },
);
