import { describe, expect, it } from 'vitest';
import { createResolve, createSiblings } from './create-layout.ts';

const of = (namespace: string) => ({ namespace });
const repository = {
  'go.mod': 'module example.com/shop\n\nreplace example.com/forked => ./third/forked\n',
  'shop.go': of('shop'),
  'shop_test.go': of('shop'),
  'api_test.go': of('shop_test'),
  'doc.go': of('documentation'),
  'shop_linux.go': of('shop'),
  'store/store.go': of('store'),
  'store/gen.go': of('main'),
  'store/store_test.go': of('store'),
  'cmd/serve/main.go': of('main'),
  'third/forked/go.mod': 'module example.com/original',
  'third/forked/f.go': of('forked'),
  'tools/go.mod': 'module example.com/shop/tools',
  'tools/lint/lint.go': of('lint'),
  'empty/readme.md': {},
};

describe('Go modules', () => {
  const resolve = createResolve(repository);
  it.each([
    ['cmd/serve/main.go', 'example.com/shop', 'shop.go, shop_linux.go'],
    ['cmd/serve/main.go', 'example.com/shop/store', 'store/store.go'],
    ['cmd/serve/main.go', 'example.com/shop/tools/lint', 'tools/lint/lint.go'],
    ['tools/lint/lint.go', 'example.com/shop/store', 'store/store.go'],
    ['cmd/serve/main.go', 'example.com/forked', 'third/forked/f.go'],
    ['cmd/serve/main.go', 'example.com/original', 'third/forked/f.go'],
    ['tools/lint/lint.go', 'example.com/forked', 'external: example.com/forked'],
    ['cmd/serve/main.go', './../../store', 'store/store.go'],
  ])('%s: %s resolves to the package of a folder', (from, module, to) =>
    expect(resolve(from, module)).toBe(to),
  );

  it.each([
    ['net/http', 'external: net/http'],
    ['example.com/shopping', 'external: example.com/shopping'],
    ['C', 'external: C'],
    ['example.com/shop/empty', 'nothing'],
    ['example.com/shop/missing', 'nothing'],
    ['./missing', 'nothing'],
  ])('%s', (module, to) => expect(resolve('shop.go', module)).toBe(to));

  it('show the tests of a folder only to its own tests', () => {
    expect(resolve('api_test.go', 'example.com/shop')).toBe('shop.go, shop_test.go, shop_linux.go');
    expect(resolve('store/store_test.go', 'example.com/shop')).toBe('shop.go, shop_linux.go');
  });

  it('let files of one package in one folder see each other', () => {
    const see = createSiblings(repository);
    expect(see('shop.go')).toEqual(['shop.go', 'shop_linux.go']);
    expect(see('shop_test.go')).toEqual(['shop.go', 'shop_test.go', 'shop_linux.go']);
    expect(see('api_test.go')).toEqual(['api_test.go']);
    expect(see('store/store.go')).toEqual(['store/store.go']);
  });
});
