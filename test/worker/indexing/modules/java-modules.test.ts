import { describe, expect, it } from 'vitest';
import { createResolve, createSiblings } from './create-layout.ts';

const repository = {
  'core/src/main/java/com/acme/shop/Cart.java': {
    namespace: 'com.acme.shop',
    defines: ['Cart', 'Cart.Line', 'Totals'],
  },
  'core/src/main/java/com/acme/shop/Price.java': { namespace: 'com.acme.shop', defines: ['Price'] },
  'core/src/test/java/com/acme/shop/CartTest.java': { namespace: 'com.acme.shop', defines: ['CartTest'] },
  'web/src/main/java/com/acme/web/App.java': { namespace: 'com.acme.web', defines: ['App'] },
  'web/src/main/java/com/acme/web/Twin.java': { namespace: 'com.acme.twin', defines: ['Twin'] },
  'core/src/main/java/com/acme/twin/Twin.java': { namespace: 'com.acme.twin', defines: ['Twin'] },
  'Loose.java': { defines: ['Loose'] },
};

describe('Java modules', () => {
  const resolve = createResolve(repository);
  const app = 'web/src/main/java/com/acme/web/App.java';
  it.each([
    ['com.acme.shop.Price', 'core/src/main/java/com/acme/shop/Price.java + Price'],
    ['com.acme.shop.Totals', 'core/src/main/java/com/acme/shop/Cart.java + Totals'],
    ['com.acme.shop.Cart.Line', 'core/src/main/java/com/acme/shop/Cart.java + Cart.Line'],
    ['com.acme.shop.Cart.total', 'core/src/main/java/com/acme/shop/Cart.java + Cart.total'],
    ['com.acme.web', app],
    ['com.acme.twin.Twin', 'web/src/main/java/com/acme/web/Twin.java + Twin'],
    ['com.acme.shop.Generated', 'nothing'],
    ['java.util.List', 'external: java.util'],
    ['java.util.Map.Entry', 'external: java.util'],
    ['org.junit', 'external: org.junit'],
  ])('resolve %s to %s', (module, to) => expect(resolve(app, module)).toBe(to));

  it('let a file see its package, including tests', () => {
    const listSiblings = createSiblings(repository);
    expect(listSiblings('core/src/main/java/com/acme/shop/Price.java')).toEqual([
      'core/src/main/java/com/acme/shop/Cart.java',
      'core/src/main/java/com/acme/shop/Price.java',
      'core/src/test/java/com/acme/shop/CartTest.java',
    ]);
    expect(listSiblings('Loose.java')).toEqual(['Loose.java']);
  });
});
