/** Each failure becomes the error that the port documents. */

import { expect, it } from 'vitest';
import type { ErrorCode } from '../../../worker/core/errors.ts';
import { providerFaults, type ProviderFault } from '../../support/providers/provider-faults.ts';
import { generateRequest, openWorlds, captureError, type GeneratorSubject } from './subject.ts';

/** `cut off`: the stream ends without `finish`. `silent`: no further part arrives until the signal is aborted. */
const outcomes: Readonly<Record<ProviderFault, ErrorCode | 'cut off' | 'finish' | 'silent'>> = {
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
  'ended by an error in the middle': 'model_stream_broken',
  'held open after its end': 'finish',
  'withheld before text': 'finish',
  'withheld in the middle': 'finish',
};

export function faultSuite(subject: GeneratorSubject): void {
  const world = openWorlds(subject);
  const getReportedWait = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    world.reply = { status: 429, headers };
    const error = await captureError(world.ask());
    return (error as { readonly details?: { readonly retryAfterMs?: unknown } }).details?.retryAfterMs;
  };
  const faults = Object.entries(outcomes) as [ProviderFault, (typeof outcomes)[ProviderFault]][];
  it.each(faults.filter(([, outcome]) => outcome.startsWith('model_')))(
    '“%s” throws %s',
    async (fault, code) => {
      world.reply = providerFaults[fault];
      const expected = code === 'model_key_refused' && !subject.takesKey ? 'model_refused' : code;
      expect(await captureError(world.ask())).toMatchObject({ code: expected });
    },
  );

  it.each(faults.filter(([, outcome]) => outcome === 'finish'))(
    '“%s” still ends with `finish`',
    async (fault) => {
      world.reply = providerFaults[fault];
      expect((await world.ask()).finish).toBeDefined();
    },
  );

  it('that interrupts the stream sends no `finish`', async () => {
    world.reply = providerFaults['no end'];
    const { text, finish } = await world.ask();
    expect(text).not.toBe('');
    expect(finish).toBeUndefined();
  });

  it('that keeps the stream open after the end loses no text, and the connection is closed', async () => {
    const usage = { input: 1_200, cached: 1_024, output: 9 };
    world.reply = { ...providerFaults['held open after its end'], usage };
    const { text, finish } = await world.ask();
    expect(text).toBe('What comes before the fault. ');
    expect(finish).toEqual({ type: 'finish', reason: 'stop', usage });
    await world.providers.calls[0]?.closed;
    expect(world.providers.calls[0]).toMatchObject({ wasStopped: true });
  });

  it('in the middle is thrown after the text sent so far', async () => {
    for (const fault of [
      'ended by an error in the middle',
      'dropped in the middle',
      'malformed chunk in the middle',
      'error in the middle of the stream',
    ] as const) {
      world.reply = providerFaults[fault];
      let text = '';
      const error = await captureError(
        (async () => {
          for await (const part of world.generator.generate(generateRequest()))
            if (part.type === 'text-delta') text += part.text;
        })(),
      );
      expect(error, fault).toBeDefined();
      expect(text, fault).toBe('What comes before the fault. ');
    }
  });

  it('is reported with the provider’s message', async () => {
    world.reply = { status: 429, message: 'Slow down, please.' };
    expect(await captureError(world.ask())).toMatchObject({
      message: expect.stringContaining('Slow down, please.'),
    });
  });

  if (subject.reportsWait)
    it('is reported with the wait that the provider requests, in every format', async () => {
      expect(await getReportedWait({ 'retry-after': '7' })).toBe(7_000);
      expect(await getReportedWait({ 'retry-after-ms': '250', 'retry-after': '1' })).toBe(250);
      expect(await getReportedWait({ 'retry-after': 'soon' })).toBeUndefined();
      expect(await getReportedWait({ 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' })).toBe(0);
      const at = Math.floor(Date.now() / 1_000) * 1_000 + 60_000;
      const wait = await getReportedWait({ 'retry-after': new Date(at).toUTCString() });
      expect(wait).toBeGreaterThan(50_000);
      expect(wait).toBeLessThanOrEqual(60_000);
      expect(await getReportedWait({})).toBeUndefined();
    });

  it('in the connection is reported as `model_unavailable`', async () => {
    await world.providers.close();
    expect(await captureError(world.ask())).toMatchObject({ code: 'model_unavailable' });
  });
}
