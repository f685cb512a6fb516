import { describe, expect, it } from 'vitest';
import { leadsIn, siblingsIn } from './layout-of.ts';

const repository = {
  'src/Cart.cs': { namespace: 'Acme.Shop', defines: ['Cart'] },
  'src/Price.cs': { namespace: 'Acme.Shop', defines: ['Price', 'Price.Parse'] },
  'src/Web/App.cs': { namespace: 'Acme.Web', defines: ['App'] },
  'src/Web/Deep/Page.cs': { namespace: 'Acme.Web.Deep.Pages', defines: ['Page'] },
  'src/Base.cs': { namespace: 'Acme', defines: ['Base'] },
  'src/Global.cs': { defines: ['Helper'] },
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
  ])('%s', (module, to) => expect(lead('src/Web/App.cs', module)).toBe(to));

  it('show a file its namespace, those around it and the one without a name', () =>
    expect(siblingsIn(repository)('src/Web/App.cs')).toEqual([
      'src/Web/App.cs',
      'src/Base.cs',
      'src/Global.cs',
    ]));
});
