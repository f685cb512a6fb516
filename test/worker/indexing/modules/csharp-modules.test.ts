import { describe, expect, it } from 'vitest';
import { leadsIn, siblingsIn } from './create-layout.ts';

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
  const lead = leadsIn(repository);
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
  ])('%s', (module, to) => expect(lead('src/Web/App.cs', module)).toBe(to));

  it('show a file its namespace, those around it and the one without a name', () =>
    expect(siblingsIn(repository)('src/Web/App.cs')).toEqual([
      'src/Web/App.cs',
      'src/Base.cs',
      'src/Global.cs',
      'test/Usings.cs',
    ]));

  it('show a file what its project uses everywhere', () =>
    expect(siblingsIn(repository)('test/Unit/CartTest.cs')).toEqual([
      'test/Unit/CartTest.cs',
      'src/Global.cs',
      'test/Usings.cs',
      'src/Cart.cs',
      'src/Price.cs',
    ]));
});
