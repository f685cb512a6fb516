import { expect, it } from 'vitest';
import { selectAnswerers } from './answerers.ts';

const names = (...args: Parameters<typeof selectAnswerers>) =>
  selectAnswerers(...args).map(({ name }) => name);

it('uses the embedded answerer if no model is given', () => {
  expect(names([], [], {})).toEqual(['embedded']);
  expect(names(['openai/gpt-x'], [], {})).toEqual(['openai/gpt-x']);
});

it('compares models with the embedded answerer, and embedders with each other', () => {
  expect(names(['openai/gpt-x'], ['models'], {})).toEqual(['openai/gpt-x', 'embedded']);
  expect(names([], ['embedders'], {})).toEqual(['embedded, embedded vectors', 'embedded, no vectors']);
  expect(
    selectAnswerers([], ['embedders'], { EMBEDDER: 'openai' }).map(({ vars }) => vars['EMBEDDER']),
  ).toEqual(['openai', 'embedded', 'none']);
});

it('passes provider addresses and prices to the server, but no keys', () => {
  const environment = {
    OPENAI_URL: 'http://127.0.0.1:1/v1',
    OPENAI_KEY: 'secret',
    MODEL_PRICES: 'openai/x=1/2',
    HOME: '/',
  };
  expect(selectAnswerers([], [], environment)[0]?.vars).toEqual({
    OPENAI_URL: 'http://127.0.0.1:1/v1',
    MODEL_PRICES: 'openai/x=1/2',
    EMBEDDER: 'embedded',
  });
});

it('rejects an unknown ablation', () => {
  expect(() => selectAnswerers([], ['graph'], {})).toThrow('graph');
});
