/** Go: methods by receiver, grouped declarations, generics, capitals. */
import source from '../../../../fixtures/languages/go.go?raw';
import type { LanguageSpec } from './language-spec.ts';

export const go: LanguageSpec = {
  source,
  symbols: `
    17-17 constant DefaultTTL +
    21-21 constant Forever +
    22-22 constant shards
    26-26 variable ErrMissing +
    29-29 variable clock
    30-30 variable global
    31-31 variable initLog
    35-35 type Loader +
    39-42 interface Store +
    40-40 method Store.Get +
    41-41 method Store.Put +
    44-47 struct entry
    45-45 property entry.value
    46-46 property entry.expires
    51-55 struct Cache +
    52-52 property Cache.mu
    53-53 property Cache.entries
    54-54 property Cache.TTL +
    58-63 function New +
    67-82 method Cache.Get +
    84-84 method Cache.Len +
    86-88 method entry.expired
    91-111 method Cache.Sweep +
    113-115 function init
  `,
  signatures: {
    'Cache.Get': 'func (c *Cache[V]) Get(ctx context.Context, key string, load Loader[V]) (V, error)',
    Cache: 'type Cache[V any] struct',
    Store: 'Store interface',
    entry: 'entry[V any] struct',
    DefaultTTL: 'const DefaultTTL = 5 * time.Minute',
    shards: 'shards = 16',
  },
  documentation: {
    'Cache.Get': {
      lines: '65-66',
      text: 'Get returns the value of key, calling load when it is missing\nor has expired.',
    },
    Forever: { lines: '20-20', text: 'Forever never expires.' },
    Store: { lines: '38-38', text: 'Store is what a cache writes to.' },
  },
  complexity: {
    New: 2,
    'Cache.Get': 5,
    'Cache.Sweep': 6,
  },
  imports: [
    'context: context',
    'errors: errors',
    'sync: sync',
    'time: time',
    'github.com/example/logger: log',
    'github.com/example/metrics',
    'fmt: fmt',
  ],
  types: 'Duration Cache Once Context V Time RWMutex entry Loader',
  broken: 'package p\n\nfunc f( { x := }\n\nfunc (g *Good) kept() int { return 1 }\n',
  survives: 'Good.kept',
};
