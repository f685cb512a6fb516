import { describe, expect, it } from 'vitest';
import { createResolve, createSiblings } from './create-layout.ts';

const repository = {
  'src/Cart.cs': { namespace: 'Acme.Shop', defines: ['Cart'] },
  'src/Price.cs': { namespace: 'Acme.Shop', defines: ['Price', 'Price.Parse'] },
  'src/Web/App.cs': { namespace: 'Acme.Web', defines: ['App'] },
  'src/Web/Deep/Page.cs': { namespace: 'Acme.Web.Deep.Pages', defines: ['Page'] },
  'src/Base.cs': { namespace: 'Acme', defines: ['Base'] },
  'src/Global.cs': { defines: ['Helper'] },
  'src/Added.cs': { namespace: 'System.Runtime', defines: ['Index'] },
  'test/Tests.csproj': {},
  'test/Usings.cs': {
    imports: [
      { module: 'Acme.Shop', wildcard: true, reexported: true },
      { module: 'Acme', wildcard: true },
    ],
  },
  'test/Unit/CartTest.cs': { namespace: 'Tests' },
};

describe('C# modules', () => {
  const resolve = createResolve(repository);
  it.each([
    ['Acme.Shop', 'src/Cart.cs, src/Price.cs'],
    ['Shop', 'src/Cart.cs, src/Price.cs'],
    ['Acme.Shop.Price', 'src/Price.cs + Price'],
    ['Acme.Shop.Price.Parse', 'src/Price.cs + Price.Parse'],
    ['global::Acme.Shop', 'src/Cart.cs, src/Price.cs'],
    ['Acme.Web.Deep', ''],
    ['Acme.Web.Missing', 'nothing'],
    ['System.Text', 'external: System.Text'],
    ['System.Runtime.Added', 'external: System.Runtime.Added'],
    ['Outside.Thing', 'external: Outside.Thing'],
  ])('resolve %s to %s', (module, to) => expect(resolve('src/Web/App.cs', module)).toBe(to));

  it('let a file see its own, the enclosing and the unnamed namespaces', () =>
    expect(createSiblings(repository)('src/Web/App.cs')).toEqual([
      'src/Web/App.cs',
      'src/Base.cs',
      'src/Global.cs',
      'test/Usings.cs',
    ]));

  it('let a file see the global usings of its project', () =>
    expect(createSiblings(repository)('test/Unit/CartTest.cs')).toEqual([
      'test/Unit/CartTest.cs',
      'src/Global.cs',
      'test/Usings.cs',
      'src/Cart.cs',
      'src/Price.cs',
    ]));
});
