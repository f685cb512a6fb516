/** The expected results for the Go fixture: methods by receiver, grouped declarations, generics, capitals. */
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
  references: `
    17 value time.Minute < DefaultTTL
    21 type time.Duration < Forever
    26 call errors.New < ErrMissing
    29 value time.Now < clock
    30 type Cache < global
    31 type sync.Once < initLog
    35 type context.Context < Loader
    46 type time.Time < entry.expires
    52 type sync.RWMutex < Cache.mu
    53 type entry < Cache.entries
    54 type time.Duration < Cache.TTL
    58 type time.Duration < New
    58 type Cache < New
    60 value DefaultTTL < New
    62 call Cache < New
    62 call make < New
    62 type entry < New
    62 value shards < New
    67 type Cache < Cache.Get
    67 type context.Context < Cache.Get
    67 type Loader < Cache.Get
    68 call c.mu.RLock < Cache.Get
    70 call c.mu.RUnlock < Cache.Get
    71 value c.TTL < Cache.Get
    71 value Forever < Cache.Get
    71 call found.expires.After < Cache.Get
    71 call clock < Cache.Get
    74 call load < Cache.Get
    76 call fmt.Errorf < Cache.Get
    78 call c.mu.Lock < Cache.Get
    79 call c.mu.Unlock < Cache.Get
    80 call entry < Cache.Get
    80 call clock < Cache.Get
    80 call clock().Add < Cache.Get
    80 value c.TTL < Cache.Get
    84 type Cache < Cache.Len
    84 call len < Cache.Len
    84 value c.entries < Cache.Len
    86 type entry < entry.expired
    87 call e.expires.Before < entry.expired
    87 call clock < entry.expired
    91 type Cache < Cache.Sweep
    91 type context.Context < Cache.Sweep
    91 type time.Duration < Cache.Sweep
    92 call time.NewTicker < Cache.Sweep
    93 call ticker.Stop < Cache.Sweep
    96 call ctx.Done < Cache.Sweep
    98 value ticker.C < Cache.Sweep
    99 call c.mu.Lock < Cache.Sweep
    102 call e.expired < Cache.Sweep
    103 call delete < Cache.Sweep
    103 value c.entries < Cache.Sweep
    105 call log.Debug < Cache.Sweep
    108 call c.mu.Unlock < Cache.Sweep
    114 value initLog < init
    114 call initLog.Do < init
    114 call log.Info < init
  `,
  outline: `
    namespace cache
    5 import context: * as context
    6 import errors: * as errors
    7 import sync: * as sync
    8 import time: * as time
    10 import github.com/example/logger: * as log
    11 import github.com/example/metrics
    14 import fmt: * as fmt
    field entry.value: V
    field entry.expires: time.Time
    field Cache.mu: sync.RWMutex
    field Cache.TTL: time.Duration
    field -.ErrMissing: errors.New()
    field -.global: Cache
    field -.initLog: sync.Once
    returns Store.Put: error
    returns New: Cache
    returns Cache.Get: V
    returns Cache.Len: int
    returns entry.expired: bool
    typed Store.Get key: string
    typed Store.Put key: string
    typed New ttl: time.Duration
    typed Cache.Get c: Cache
    typed Cache.Get ctx: context.Context
    typed Cache.Get key: string
    typed Cache.Get load: Loader
    typed Cache.Get value: load()
    typed Cache.Len c: Cache
    typed entry.expired e: entry
    typed Cache.Sweep c: Cache
    typed Cache.Sweep ctx: context.Context
    typed Cache.Sweep every: time.Duration
    typed Cache.Sweep ticker: time.NewTicker()
    locals Store.Get: key
    locals Store.Put: key value
    locals New: V ttl
    locals Cache.Get: c V ctx key load found ok value err
    locals Cache.Len: c V
    locals entry.expired: e V
    locals Cache.Sweep: c V ctx every ticker key e
  `,
  invalidSyntax: 'package p\n\nfunc f( { x := }\n\nfunc (g *Good) kept() int { return 1 }\n',
  intactDefinition: 'Good.kept',
};
