/**
 * What every generator does, over real HTTP to a vendor on loopback that speaks its dialect: text as it comes, tools, structured output,
 * usage, why it ended, each fault as the error the port names for it, an end at once when nobody waits, and no key in anything.
 */

import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../../worker/core/errors.ts';
import type { GeneratorPart } from '../../worker/core/generation.ts';
import type { GenerateRequest, Generator } from '../../worker/ports/generator.ts';
import { startVendors, type ListScript, type Vendors } from '../support/vendors/start-vendors.ts';
import { vendorFaults, type VendorFault } from '../support/vendors/vendor-faults.ts';
import { inSlowPieces, type VendorReply } from '../support/vendors/vendor-script.ts';

export interface GeneratorSubject {
  /** Calls the vendor; with the deployment's key, where one is given. */
  open(vendors: Vendors, key: string | undefined): Generator;
  readonly takesKey: boolean;
  /** Whether it may be called without any. */
  readonly needsKey: boolean;
  readonly hasList: boolean;
  /** Whether the vendor can be told how long to wait. */
  readonly tellsWait: boolean;
  /** Whether a schema is sent as one, or told in the prompt. */
  readonly structure: 'schema' | 'words';
}

const deployed = 'sk-deployment-0123456789abcdef';
const own = 'sk-asker-fedcba9876543210';

/** `broken` where it has begun, as an error; `open` where it ends without `finish`. */
const outcomes: Readonly<Record<VendorFault, ErrorCode | 'cut off' | 'finish' | 'silent'>> = {
  'key refused (401)': 'model_key_refused',
  'key forbidden (403)': 'model_key_refused',
  'bad request (400)': 'model_refused',
  'no such model (404)': 'model_refused',
  'limited (429)': 'model_limited',
  'limited for a second (429)': 'model_limited',
  'limited for an hour (429)': 'model_limited',
  'failed (500)': 'model_unavailable',
  'unavailable (503)': 'model_unavailable',
  'overloaded (529)': 'model_unavailable',
  'error first in the stream': 'model_unavailable',
  'error in the middle of the stream': 'model_unavailable',
  'dropped before text': 'model_stream_broken',
  'dropped in the middle': 'model_stream_broken',
  'no end': 'cut off',
  'malformed chunk first': 'model_stream_broken',
  'malformed chunk in the middle': 'model_stream_broken',
  'slow drip': 'finish',
  'silent head': 'silent',
  'stall before text': 'silent',
  'stall in the middle': 'silent',
  'empty output': 'finish',
  'cut at the longest output': 'finish',
  'withheld before text': 'finish',
  'withheld in the middle': 'finish',
};

const find = {
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

interface Gathered {
  readonly text: string;
  readonly parts: readonly GeneratorPart[];
  readonly finish: Extract<GeneratorPart, { type: 'finish' }> | undefined;
}

async function gather(told: AsyncIterable<GeneratorPart>): Promise<Gathered> {
  const parts: GeneratorPart[] = [];
  for await (const part of told) parts.push(part);
  const last = parts.at(-1);
  return {
    parts,
    text: parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join(''),
    finish: last?.type === 'finish' ? last : undefined,
  };
}

const asked = (changes: Partial<GenerateRequest> = {}): GenerateRequest => ({
  model: 'scripted',
  messages: [
    { role: 'system', text: 'Answer from the evidence alone.', isKept: true },
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

const thrownBy = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
};

export function generatorContract(subject: GeneratorSubject): void {
  let reply: VendorReply | string = '';
  let listed: ReturnType<ListScript> = ['first-model', 'second-model'];
  let vendors: Vendors;
  let generator: Generator;

  beforeEach(async () => {
    reply = 'Yes.';
    listed = ['first-model', 'second-model'];
    vendors = await startVendors({ script: () => reply, models: () => listed });
    generator = subject.open(vendors, subject.takesKey ? deployed : undefined);
  });
  afterEach(() => vendors.close());

  const ask = (changes: Partial<GenerateRequest> = {}): Promise<Gathered> =>
    gather(generator.generate(asked(changes)));

  const waitOf = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    reply = { status: 429, headers };
    const error = await thrownBy(ask());
    return (error as { readonly details?: { readonly retryAfterMs?: unknown } }).details?.retryAfterMs;
  };
  const list = (key?: string) => generator.models({ key, signal: new AbortController().signal });

  it('tells text as it comes, every character of it, and nothing of what was thought', async () => {
    const text = 'The gate is opened by `open_gate` [chunk:e1].\r\n\n“門” — 🚪, data: [DONE]\n';
    reply = { steps: [{ reasoning: 'Hm, a gate.' }, ...inSlowPieces(text, 1)] };
    const { text: told, parts, finish } = await ask();
    expect(told).toBe(text);
    expect(parts.length).toBeGreaterThan(5);
    expect(finish).toMatchObject({ reason: 'stop' });
  });

  it('tells the first words while the rest is not yet made', async () => {
    reply = { steps: ['First. ', { stall: true }] };
    const stop = new AbortController();
    for await (const part of generator.generate(asked({ signal: stop.signal }))) {
      expect(part).toEqual({ type: 'text-delta', text: 'First. ' });
      break;
    }
    await vendors.calls[0]?.closed;
  });

  it('sends rules, conversation, temperature and the longest output', async () => {
    reply = 'Yes.';
    await ask({
      temperature: 0.5,
      messages: [
        { role: 'system', text: 'Rules.' },
        { role: 'user', text: 'First question.' },
        { role: 'assistant', text: 'First answer.' },
        { role: 'user', text: 'Second question.' },
      ],
    });
    expect(vendors.calls[0]?.call).toMatchObject({
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
    expect(vendors.calls[0]?.call.prompt).not.toContain('JSON');
  });

  it('leaves the temperature to the vendor where none is asked for', async () => {
    await ask();
    expect(vendors.calls[0]?.call.temperature).toBeUndefined();
  });

  it('offers tools, tells their calls, and takes what came of them', async () => {
    const input = { word: 'gate "é"' };
    reply = { steps: ['Let me see. ', { toolCall: { name: 'find_lines', input } }] };
    const { text, parts, finish } = await ask({ tools: [find] });
    expect(vendors.calls[0]?.call.tools).toEqual(['find_lines']);
    expect(text).toBe('Let me see. ');
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    expect(calls.map(({ name, input: told }) => [name, JSON.parse(told)])).toEqual([['find_lines', input]]);
    expect(finish).toMatchObject({ reason: 'tool-calls' });
    reply = 'It is in line 3.';
    const { id = '' } = calls[0] ?? {};
    const messages: GenerateRequest['messages'] = [
      { role: 'user', text: 'Where?' },
      { role: 'assistant', text: '', toolCalls: calls },
      { role: 'tool', callId: id, name: 'find_lines', result: 'Line 3 holds it.' },
    ];
    expect((await ask({ tools: [find], messages })).text).toBe('It is in line 3.');
    const sent = vendors.calls[1]?.call.messages.find(({ role }) => role === 'tool');
    expect(sent?.text).toContain('Line 3 holds it.');
  });

  it('asks for JSON of a shape, and tells it as text', async () => {
    reply = '{"ids":["e1","e2"]}';
    const { text, finish } = await ask({ schema });
    expect(JSON.parse(text)).toEqual({ ids: ['e1', 'e2'] });
    expect(finish).toMatchObject({ reason: 'stop' });
    const call = vendors.calls[0]?.call;
    if (subject.structure === 'schema') expect(call?.schema).toMatchObject({ properties: schema.properties });
    else expect(call?.prompt).toContain(JSON.stringify(schema));
  });

  it('tells what was used, and what of it the vendor had kept', async () => {
    const usage = { input: 1_200, cached: 1_024, output: 9 };
    reply = { steps: ['Yes.'], usage };
    expect((await ask()).finish?.usage).toEqual(usage);
  });

  it('tells no usage where the vendor tells none', async () => {
    reply = { steps: ['Yes.'], usage: 'none' };
    expect((await ask()).finish).toEqual({ type: 'finish', reason: 'stop', usage: undefined });
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['filtered', 'filtered'],
  ] as const)('tells the end %s', async (finish, reason) => {
    reply = { steps: ['Some.'], finish };
    expect((await ask()).finish?.reason).toBe(reason);
  });

  describe('a fault', () => {
    const faults = Object.entries(outcomes) as [VendorFault, (typeof outcomes)[VendorFault]][];
    it.each(faults.filter(([, outcome]) => outcome.startsWith('model_')))(
      '“%s” is %s',
      async (fault, code) => {
        reply = vendorFaults[fault];
        const expected = code === 'model_key_refused' && !subject.takesKey ? 'model_refused' : code;
        expect(await thrownBy(ask())).toMatchObject({ code: expected });
      },
    );

    it.each(faults.filter(([, outcome]) => outcome === 'finish'))(
      '“%s” ends as one answer',
      async (fault) => {
        reply = vendorFaults[fault];
        expect((await ask()).finish).toBeDefined();
      },
    );

    it('that cuts the end off is told by no `finish`', async () => {
      reply = vendorFaults['no end'];
      const { text, finish } = await ask();
      expect(text).not.toBe('');
      expect(finish).toBeUndefined();
    });

    it('in the middle comes after what had been told', async () => {
      for (const fault of [
        'dropped in the middle',
        'malformed chunk in the middle',
        'error in the middle of the stream',
      ] as const) {
        reply = vendorFaults[fault];
        let text = '';
        const error = await thrownBy(
          (async () => {
            for await (const part of generator.generate(asked()))
              if (part.type === 'text-delta') text += part.text;
          })(),
        );
        expect(error, fault).toBeDefined();
        expect(text, fault).toBe('What is told before it goes wrong. ');
      }
    });

    it('tells in words what the vendor said', async () => {
      reply = { status: 429, message: 'Slow down, please.' };
      expect(await thrownBy(ask())).toMatchObject({ message: expect.stringContaining('Slow down, please.') });
    });

    if (subject.tellsWait)
      it('tells how long to wait, however it is said', async () => {
        expect(await waitOf({ 'retry-after': '7' })).toBe(7_000);
        expect(await waitOf({ 'retry-after-ms': '250', 'retry-after': '1' })).toBe(250);
        expect(await waitOf({ 'retry-after': 'soon' })).toBeUndefined();
        expect(await waitOf({ 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' })).toBe(0);
        const at = Math.floor(Date.now() / 1_000) * 1_000 + 60_000;
        const wait = await waitOf({ 'retry-after': new Date(at).toUTCString() });
        expect(wait).toBeGreaterThan(50_000);
        expect(wait).toBeLessThanOrEqual(60_000);
        expect(await waitOf({})).toBeUndefined();
      });

    it('of no connection is told as the vendor’s absence', async () => {
      await vendors.close();
      expect(await thrownBy(ask())).toMatchObject({ code: 'model_unavailable' });
    });
  });

  describe('when nobody waits', () => {
    it('makes no call at all', async () => {
      const reason = new Error('gone');
      expect(await thrownBy(ask({ signal: AbortSignal.abort(reason) }))).toBe(reason);
      expect(vendors.calls).toEqual([]);
    });

    it.each(['silent head', 'stall before text', 'stall in the middle'] as const)(
      'closes the connection at once in a %s',
      async (fault) => {
        reply = vendorFaults[fault];
        const stop = new AbortController();
        const asking = thrownBy(ask({ signal: stop.signal }));
        await vi.waitFor(() => expect(vendors.calls).toHaveLength(1));
        if (fault === 'stall in the middle')
          await vi.waitFor(() => expect(vendors.calls[0]?.firstPartAt).toBeDefined());
        const reason = new Error('gone');
        const stoppedAt = performance.now();
        stop.abort(reason);
        expect(await asking).toBe(reason);
        await vendors.calls[0]?.closed;
        expect(vendors.calls[0]).toMatchObject({ wasStopped: true });
        expect((vendors.calls[0]?.closedAt ?? Infinity) - stoppedAt).toBeLessThan(300);
      },
    );

    it('closes the connection at once when its reader leaves', async () => {
      reply = vendorFaults['stall in the middle'];
      let leftAt = Infinity;
      for await (const part of generator.generate(asked()))
        if (part.type === 'text-delta') {
          leftAt = performance.now();
          break;
        }
      await vendors.calls[0]?.closed;
      expect(vendors.calls[0]).toMatchObject({ wasStopped: true });
      expect((vendors.calls[0]?.closedAt ?? Infinity) - leftAt).toBeLessThan(300);
    });
  });

  describe('keys', () => {
    it('says whether it can be called with what the deployment has', () => {
      expect(generator.hasKey).toBe(true);
      expect(subject.open(vendors, undefined).hasKey).toBe(!subject.needsKey);
    });

    if (subject.takesKey)
      it('sends the asker’s in place of the deployment’s, for that call alone', async () => {
        await ask({ key: own });
        await ask();
        expect(vendors.calls.map(({ call }) => call.key)).toEqual([own, deployed]);
        expect(JSON.stringify(vendors.calls[0])).not.toContain(deployed);
        expect(JSON.stringify(vendors.calls[1])).not.toContain(own);
      });

    if (!subject.takesKey)
      it('refuses the asker’s, and makes no call', async () => {
        expect(await thrownBy(ask({ key: own }))).toMatchObject({ code: 'model_key_refused' });
        expect(vendors.calls).toEqual([]);
      });

    if (subject.needsKey)
      it('makes no call without any', async () => {
        generator = subject.open(vendors, undefined);
        expect(await thrownBy(ask())).toMatchObject({ code: 'model_key_refused' });
        await ask({ key: own });
        expect(vendors.calls).toHaveLength(1);
      });

    it('are in nothing that is thrown or written, whatever the vendor says', async () => {
      const written: string[] = [];
      for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
        vi.spyOn(console, method).mockImplementation((...of) => void written.push(inspect(of, { depth: 9 })));
      const echo = subject.takesKey ? `Not taken: ${own}, ${deployed}.` : 'Not taken.';
      const replies: VendorReply[] = [
        ...Object.values(vendorFaults).filter((one) => 'status' in one),
        ...[400, 401, 403, 404, 429, 500, 503, 529].map((status) => ({ status, message: echo })),
        vendorFaults['dropped before text'],
        vendorFaults['malformed chunk first'],
        vendorFaults['error first in the stream'],
        { steps: [{ malformed: true }] },
      ];
      const thrown: unknown[] = [];
      for (reply of replies) thrown.push(await thrownBy(ask(subject.takesKey ? { key: own } : {})));
      for (const key of [`${own}\n`, `${own} x`, `${own}é`, '']) thrown.push(await thrownBy(ask({ key })));
      listed = { status: 401, message: echo };
      const signal = new AbortController().signal;
      thrown.push(await thrownBy(generator.models({ key: subject.takesKey ? own : undefined, signal })));
      await vendors.close();
      thrown.push(await thrownBy(ask(subject.takesKey ? { key: own } : {})));
      vi.restoreAllMocks();
      expect(thrown.filter((one) => one !== undefined).length).toBeGreaterThan(replies.length);
      const told = inspect([thrown, written], { depth: 12, showHidden: true, maxStringLength: null });
      for (const key of [own, deployed]) expect(told).not.toContain(key);
      // Nor the prompt.
      expect(told).not.toContain('What opens the gate');
    });

    if (subject.takesKey)
      it('that no header can carry are refused before a call', async () => {
        for (const key of ['a\nb', 'a b', 'ключ', '', 'x'.repeat(501)])
          expect(await thrownBy(ask({ key }))).toMatchObject({ code: 'model_key_refused' });
        expect(vendors.calls).toEqual([]);
      });
  });

  it('does not follow a vendor that sends it elsewhere', async () => {
    reply = { status: 307, headers: { location: 'http://127.0.0.1:9/' } };
    expect(await thrownBy(ask())).toMatchObject({ code: expect.stringMatching(/^model_/) });
    expect(vendors.calls).toHaveLength(1);
  });

  it('asks for no model outside the folder of models', async () => {
    expect(await thrownBy(ask({ model: '../../v1/files' }))).toMatchObject({ code: 'model_refused' });
    expect(vendors.calls).toEqual([]);
  });

  describe('its list', () => {
    if (!subject.hasList) it('is empty', async () => expect(await list()).toEqual([]));

    if (subject.hasList)
      it('names models as the vendor spells them', async () => {
        const models = await list();
        expect(models.map(({ model }) => model)).toEqual(['first-model', 'second-model']);
        for (const { label } of models) expect(label).not.toBe('');
      });

    if (subject.hasList)
      it('is asked for with the key that is given', async () => {
        await list(own);
        const sent = JSON.stringify(vendors.lists[0]?.headers);
        expect(sent).toContain(own);
        expect(sent).not.toContain(deployed);
      });

    if (subject.hasList)
      it('holds 500 at most, and no name that could not be asked for', async () => {
        listed = ['a model', ...Array.from({ length: 700 }, (_, at) => `model-${at}`)];
        const models = await list();
        expect(models).toHaveLength(500);
        expect(models[0]?.model).toBe('model-0');
      });

    if (subject.hasList)
      it.each([
        [401, 'model_key_refused'],
        [429, 'model_limited'],
        [503, 'model_unavailable'],
        [404, 'model_refused'],
      ])('that is refused with %i is %s', async (status, code) => {
        listed = { status };
        expect(await thrownBy(list())).toMatchObject({ code });
      });

    if (subject.hasList)
      it('that nobody waits for ends', async () => {
        const reason = new Error('gone');
        const asking = generator.models({ key: undefined, signal: AbortSignal.abort(reason) });
        expect(await thrownBy(asking)).toBe(reason);
      });
  });
}
