/** A generator returns the models that its provider lists. */

import { expect, it } from 'vitest';
import { deploymentKey, openWorlds, userKey, captureError, type GeneratorSubject } from './subject.ts';

export function modelListSuite(subject: GeneratorSubject): void {
  const world = openWorlds(subject);
  const list = (key?: string) => world.generator.models({ key, signal: new AbortController().signal });

  if (!subject.hasList) it('is empty', async () => expect(await list()).toEqual([]));

  if (subject.hasList)
    it('contains models in the provider’s spelling', async () => {
      const models = await list();
      expect(models.map(({ model }) => model)).toEqual(['first-model', 'second-model']);
      for (const { label } of models) expect(label).not.toBe('');
    });

  if (subject.hasList)
    it('is requested with the user’s key', async () => {
      await list(userKey);
      const sent = JSON.stringify(world.providers.lists[0]?.headers);
      expect(sent).toContain(userKey);
      expect(sent).not.toContain(deploymentKey);
    });

  if (subject.hasList)
    it('contains at most 500 models, and no model whose name cannot be requested', async () => {
      world.listResult = ['a model', ...Array.from({ length: 700 }, (_, at) => `model-${at}`)];
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
    ])('maps status %i to %s', async (status, code) => {
      world.listResult = { status };
      expect(await captureError(list())).toMatchObject({ code });
    });

  if (subject.hasList)
    it('ends when its signal is aborted', async () => {
      const reason = new Error('gone');
      const request = world.generator.models({ key: undefined, signal: AbortSignal.abort(reason) });
      expect(await captureError(request)).toBe(reason);
    });
}
