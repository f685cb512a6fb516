import { describe, expect, it } from 'vitest';
import { createResolve, createSiblings } from './create-layout.ts';

const inPackage = (namespace: string) => ({ namespace });
const repository = {
  'go.mod': 'module example.com/shop\n\nreplace example.com/forked => ./third/forked\n',
  'shop.go': inPackage('shop'),
  'shop_test.go': inPackage('shop'),
  'api_test.go': inPackage('shop_test'),
  'doc.go': inPackage('documentation'),
  'shop_linux.go': inPackage('shop'),
  'store/store.go': inPackage('store'),
  'store/gen.go': inPackage('main'),
  'store/store_test.go': inPackage('store'),
  'cmd/serve/main.go': inPackage('main'),
  'third/forked/go.mod': 'module example.com/original',
  'third/forked/f.go': inPackage('forked'),
  'tools/go.mod': 'module example.com/shop/tools',
  'tools/lint/lint.go': inPackage('lint'),
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
  ])('resolve, in %s, %s to the package in a folder', (from, module, to) =>
    expect(resolve(from, module)).toBe(to),
  );

  it.each([
    ['net/http', 'external: net/http'],
    ['example.com/shopping', 'external: example.com/shopping'],
    ['C', 'external: C'],
    ['example.com/shop/empty', 'nothing'],
    ['example.com/shop/missing', 'nothing'],
    ['./missing', 'nothing'],
  ])('resolve %s to %s', (module, to) => expect(resolve('shop.go', module)).toBe(to));

  it('let only the tests of a folder see the other tests in it', () => {
    expect(resolve('api_test.go', 'example.com/shop')).toBe('shop.go, shop_test.go, shop_linux.go');
    expect(resolve('store/store_test.go', 'example.com/shop')).toBe('shop.go, shop_linux.go');
  });

  it('let files of one package in one folder see each other', () => {
    const listSiblings = createSiblings(repository);
    expect(listSiblings('shop.go')).toEqual(['shop.go', 'shop_linux.go']);
    expect(listSiblings('shop_test.go')).toEqual(['shop.go', 'shop_test.go', 'shop_linux.go']);
    expect(listSiblings('api_test.go')).toEqual(['api_test.go']);
    expect(listSiblings('store/store.go')).toEqual(['store/store.go']);
  });
});
