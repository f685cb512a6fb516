/** A generator returns text parts, tool calls, structured output, usage and a finish reason. */

import { expect, it } from 'vitest';
import type { GenerateRequest } from '../../../worker/ports/generator.ts';
import { splitIntoSlowPieces } from '../../support/providers/provider-script.ts';
import { generateRequest, openWorlds, type GeneratorSubject } from './subject.ts';

const findLinesTool = {
  name: 'find_lines',
  description: 'Finds lines.',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
};

const schema = {
  type: 'object',
  properties: { ids: { type: 'array', items: { type: 'string' } } },
  required: ['ids'],
  additionalProperties: false,
};

export function answerSuite(subject: GeneratorSubject): void {
  const world = openWorlds(subject);

  it('streams every character of the text, without reasoning', async () => {
    const text = 'The gate is opened by `open_gate` [chunk:e1].\r\n\n“門” — 🚪, data: [DONE]\n';
    world.reply = { steps: [{ reasoning: 'Hm, a gate.' }, ...splitIntoSlowPieces(text, 1)] };
    const { text: received, parts, finish } = await world.ask();
    expect(received).toBe(text);
    expect(parts.length).toBeGreaterThan(5);
    expect(finish).toMatchObject({ reason: 'stop' });
  });

  it('streams the first words before the provider has sent the rest', async () => {
    world.reply = { steps: ['First. ', { stall: true }] };
    const stop = new AbortController();
    for await (const part of world.generator.generate(generateRequest({ signal: stop.signal }))) {
      expect(part).toEqual({ type: 'text-delta', text: 'First. ' });
      break;
    }
    await world.providers.calls[0]?.closed;
  });

  it('reports reasoning at the beginning of a text', async () => {
    world.reply = '<think>\nA gate, hm.\n</think>\n\nYes, `<think>` is a tag.';
    const { text, parts } = await world.ask();
    expect(text).toBe(subject.thinksInText ? 'Yes, `<think>` is a tag.' : world.reply);
    expect(parts.some(({ type }) => type === 'thinking')).toBe(subject.thinksInText);
  });

  it('sends rules, conversation, temperature and maximum output', async () => {
    world.reply = 'Yes.';
    await world.ask({
      temperature: 0.5,
      messages: [
        { role: 'system', text: 'Rules.' },
        { role: 'user', text: 'First question.' },
        { role: 'assistant', text: 'First answer.' },
        { role: 'user', text: 'Second question.' },
      ],
    });
    expect(world.providers.calls[0]?.call).toMatchObject({
      model: 'scripted',
      temperature: 0.5,
      maxOutputTokens: 77,
      messages: [
        { role: 'system', text: 'Rules.' },
        { role: 'user', text: 'First question.' },
        { role: 'assistant', text: 'First answer.' },
        { role: 'user', text: 'Second question.' },
      ],
    });
    expect(world.providers.calls[0]?.call.prompt).not.toContain('JSON');
  });

  it('omits the temperature if none is requested', async () => {
    await world.ask();
    expect(world.providers.calls[0]?.call.temperature).toBeUndefined();
  });

  it('sends tools, returns their calls, and accepts their results', async () => {
    const input = { word: 'gate "é"' };
    world.reply = { steps: ['Let me see. ', { toolCall: { name: 'find_lines', input } }] };
    const { text, parts, finish } = await world.ask({ tools: [findLinesTool] });
    expect(world.providers.calls[0]?.call.tools).toEqual(['find_lines']);
    expect(text).toBe('Let me see. ');
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    expect(calls.map(({ name, input: received }) => [name, JSON.parse(received)])).toEqual([
      ['find_lines', input],
    ]);
    expect(finish).toMatchObject({ reason: 'tool-calls' });
    world.reply = 'It is in line 3.';
    const { id = '' } = calls[0] ?? {};
    const messages: GenerateRequest['messages'] = [
      { role: 'user', text: 'Where?' },
      { role: 'assistant', text: '', toolCalls: calls },
      { role: 'tool', callId: id, name: 'find_lines', result: 'Line 3 holds it.' },
    ];
    expect((await world.ask({ tools: [findLinesTool], messages })).text).toBe('It is in line 3.');
    const sent = world.providers.calls[1]?.call.messages.find(({ role }) => role === 'tool');
    expect(sent?.text).toContain('Line 3 holds it.');
  });

  it('requests JSON that matches a schema, and returns it as text', async () => {
    world.reply = '{"ids":["e1","e2"]}';
    const { text, finish } = await world.ask({ schema });
    expect(JSON.parse(text)).toEqual({ ids: ['e1', 'e2'] });
    expect(finish).toMatchObject({ reason: 'stop' });
    const call = world.providers.calls[0]?.call;
    if (subject.structure === 'schema') expect(call?.schema).toMatchObject({ properties: schema.properties });
    else expect(call?.prompt).toContain(JSON.stringify(schema));
  });

  it('reports usage, including cached tokens', async () => {
    const usage = { input: 1_200, cached: 1_024, output: 9 };
    world.reply = { steps: ['Yes.'], usage };
    expect((await world.ask()).finish?.usage).toEqual(usage);
  });

  it('returns no usage if the provider reports none', async () => {
    world.reply = { steps: ['Yes.'], usage: 'none' };
    expect((await world.ask()).finish).toEqual({ type: 'finish', reason: 'stop', usage: undefined });
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['filtered', 'filtered'],
  ] as const)('reports the finish reason %s', async (finish, reason) => {
    world.reply = { steps: ['Some.'], finish };
    expect((await world.ask()).finish?.reason).toBe(reason);
  });
}
