import { expect, it } from 'vitest';
import { answerers } from './answerers.ts';

const names = (...given: Parameters<typeof answerers>) => answerers(...given).map(({ name }) => name);

it('is the embedded answerer where no model is named', () => {
  expect(names([], [], {})).toEqual(['embedded']);
  expect(names(['openai/gpt-x'], [], {})).toEqual(['openai/gpt-x']);
});

it('holds models against the embedded answerer, and embedders against one another', () => {
  expect(names(['openai/gpt-x'], ['models'], {})).toEqual(['openai/gpt-x', 'embedded']);
  expect(names([], ['embedders'], {})).toEqual(['embedded, embedded vectors', 'embedded, no vectors']);
  expect(answerers([], ['embedders'], { EMBEDDER: 'openai' }).map(({ vars }) => vars['EMBEDDER'])).toEqual([
    'openai',
    'embedded',
    'none',
  ]);
});

it('tells the server addresses and prices, and no key', () => {
  const environment = {
    OPENAI_URL: 'http://127.0.0.1:1/v1',
    OPENAI_KEY: 'secret',
    MODEL_PRICES: 'openai/x=1/2',
    HOME: '/',
  };
  expect(answerers([], [], environment)[0]?.vars).toEqual({
    OPENAI_URL: 'http://127.0.0.1:1/v1',
    MODEL_PRICES: 'openai/x=1/2',
    EMBEDDER: 'embedded',
  });
});

it('refuses to leave out what there is not', () => {
  expect(() => answerers([], ['graph'], {})).toThrow('graph');
});
