import { describe, expect, it } from 'vitest';
import { createResolve, createSiblings } from './create-layout.ts';

const repository = {
  'src/Cart.php': { namespace: 'Acme.Shop', defines: ['Cart', 'total'] },
  'src/Price.php': { namespace: 'Acme.Shop', defines: ['Price'] },
  'src/Web/App.php': { namespace: 'Acme.Web', defines: ['App'] },
  'inc/setup.php': { defines: ['setUp'] },
  'index.php': { defines: [] },
};

describe('PHP modules', () => {
  const resolve = createResolve(repository);
  it.each([
    ['Acme\\Shop\\Price', 'src/Price.php + Price'],
    ['\\Acme.Shop.Price', 'src/Price.php + Price'],
    ['Acme\\Shop\\total', 'src/Cart.php + total'],
    ['Acme\\Shop', 'src/Cart.php, src/Price.php'],
    ['Acme\\Shop\\Missing', 'nothing'],
    ['Acme', ''],
    ['Psr\\Log\\LoggerInterface', 'external: Psr\\Log'],
    ['Exception', 'external: php'],
    ['../Cart.php', 'src/Cart.php'],
    ['inc/setup.php', 'inc/setup.php'],
    ['/inc/setup.php', 'inc/setup.php'],
    ['missing.php', 'nothing'],
    ['../../../up.php', 'nothing'],
  ])('resolve %s to %s', (module, to) => expect(resolve('src/Web/App.php', module)).toBe(to));

  it('let a file see its namespace', () => {
    expect(createSiblings(repository)('src/Cart.php')).toEqual(['src/Cart.php', 'src/Price.php']);
    expect(createSiblings(repository)('index.php')).toEqual(['inc/setup.php', 'index.php']);
  });
});
