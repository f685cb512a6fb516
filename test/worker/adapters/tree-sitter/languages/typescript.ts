/** The expected results for the TypeScript fixture: overloads, abstract classes, private names, decorators, namespaces, exports by list. */
import source from '../../../../fixtures/languages/typescript.ts?raw';
import type { LanguageSpec } from './language-spec.ts';

export const typescript: LanguageSpec = {
  source,
  symbols: `
    14-14 type Overflow +
    16-22 interface LimiterOptions +
    18-18 property LimiterOptions.limit +
    19-19 property LimiterOptions.windowMs +
    20-20 property LimiterOptions.overflow +
    21-21 method LimiterOptions.onDrop +
    24-27 enum Verdict +
    25-25 constant Verdict.Allowed +
    26-26 constant Verdict.Dropped +
    30-34 constant defaultOptions +
    36-36 constant registry +
    37-37 variable created
    39-42 class Store +
    40-40 method Store.constructor +
    41-41 method Store.take +
    44-46 function traced
    53-99 class Limiter +
    54-54 property Limiter.version +
    55-55 property Limiter.#clock
    56-56 property Limiter.counts
    57-57 property Limiter.ticker +
    59-66 method Limiter.constructor +
    68-70 method Limiter.size +
    73-85 method Limiter.take +
    87-89 method Limiter.#wait
    91-94 method Limiter.reset
    101-101 function limiterOf +
    102-102 function limiterOf +
    103-110 function limiterOf +
    106-106 function limiterOf.make
    112-112 function forget +
    114-123 function main +
    126-128 interface Extra
    127-127 property Extra.burst
    131-135 module internal
    132-134 function internal.count +
    137-137 constant hidden +
  `,
  signatures: {
    Limiter: 'export class Limiter<K extends string> extends EventEmitter implements AsyncDisposable',
    'Limiter.take': '@traced async take(key: K, weight = 1): Promise<Verdict>',
    defaultOptions: 'export const defaultOptions: LimiterOptions = {',
    'Limiter.reset': 'private reset = (key?: K): void =>',
    forget: 'export const forget = (name: string): boolean =>',
    limiterOf:
      'export function limiterOf(name: string, options: LimiterOptions = defaultOptions): Limiter<string>',
  },
  documentation: {
    Limiter: {
      lines: '48-52',
      text: 'Counts calls by key.\n\nOne limiter serves many keys; each has a window of its own.',
    },
    'Limiter.take': { lines: '72-72', text: 'Lets the call through, or says why not.' },
    'LimiterOptions.limit': { lines: '17-17', text: 'Calls let through in one window.' },
  },
  complexity: {
    'Limiter.take': 5,
    'Limiter.reset': 2,
    limiterOf: 2,
    main: 3,
  },
  imports: [
    'node:events: EventEmitter',
    './clock.ts: Clock Ticker',
    './storage.ts: storage',
    './settings.ts: defaults merge',
    './polyfill.ts',
    './settings.ts',
  ],
  types:
    'Partial Options Overflow LimiterOptions Map Limiter K Promise ClassMethodDecoratorContext EventEmitter AsyncDisposable Clock Ticker Verdict',
  references: `
    16 extends Partial < LimiterOptions
    53 extends EventEmitter < Limiter
    53 implements AsyncDisposable < Limiter
    16 type storage.Options < LimiterOptions
    20 type Overflow < LimiterOptions.overflow
    30 type LimiterOptions < defaultOptions
    36 call Map < registry
    36 type Limiter < registry
    41 type Promise < Store.take
    44 type ClassMethodDecoratorContext < traced
    45 call context.addInitializer < traced
    55 type Clock < Limiter.#clock
    56 type Map < Limiter.counts
    56 call Map < Limiter.counts
    57 type Ticker < Limiter.ticker
    60 type LimiterOptions < Limiter.constructor
    61 type Clock < Limiter.constructor
    63 call super.constructor < Limiter.constructor
    69 value this.counts.size < Limiter.size
    73 decorator traced < Limiter.take
    74 type Promise < Limiter.take
    74 type Verdict < Limiter.take
    75 call this.counts.get < Limiter.take
    78 call this.options.onDrop < Limiter.take
    79 value Verdict < Limiter.take
    79 value Verdict.Dropped < Limiter.take
    81 call this.#wait < Limiter.take
    83 call this.counts.set < Limiter.take
    84 value Verdict < Limiter.take
    84 value Verdict.Allowed < Limiter.take
    87 type Promise < Limiter.#wait
    88 call Promise < Limiter.#wait
    88 call setTimeout < Limiter.#wait
    88 call this.#clock.now < Limiter.#wait
    92 call this.counts.clear < Limiter.reset
    93 call this.counts.delete < Limiter.reset
    96 value Symbol < Limiter
    96 type Promise < Limiter
    97 call this.reset < Limiter
    101 type Limiter < limiterOf
    102 type LimiterOptions < limiterOf
    102 type Limiter < limiterOf
    103 type LimiterOptions < limiterOf
    103 type Limiter < limiterOf
    104 value registry < limiterOf
    104 call registry.get < limiterOf
    106 type LimiterOptions < limiterOf.make
    106 call Limiter < limiterOf.make
    106 call merge < limiterOf.make
    106 value defaults < limiterOf.make
    106 value Date < limiterOf.make
    106 call Date.now < limiterOf.make
    107 call make < limiterOf
    108 value registry < limiterOf
    108 call registry.set < limiterOf
    112 value registry < forget
    112 call registry.delete < forget
    114 type Promise < main
    116 call limiter.take < main
    117 value Verdict < main
    120 call forget < main
    133 value created < internal.count
    137 value internal < hidden
    137 value internal.count < hidden
  `,
  outline: `
    5 import node:events: EventEmitter
    6 import ./clock.ts: Clock, Timer as Ticker
    7 import ./storage.ts: * as storage
    8 import ./settings.ts: default as defaults, merge
    9 import ./polyfill.ts
    11 export ./settings.ts: merge
    export main as default
    export hidden as visible
    export registry as registry
    field LimiterOptions.limit: number
    field LimiterOptions.windowMs: number
    field LimiterOptions.overflow: Overflow
    field Store.name: string
    field Limiter.#clock: Clock
    field Limiter.counts: Map
    field Limiter.ticker: Ticker
    field Limiter.options: LimiterOptions
    field Extra.burst: number
    field -.defaultOptions: LimiterOptions
    field -.registry: Map
    returns LimiterOptions.onDrop: void
    returns Store.take: number
    returns traced: void
    returns Limiter.size: number
    returns Limiter.take: Verdict
    returns Limiter.#wait: void
    returns Limiter.reset: void
    returns limiterOf: Limiter
    returns limiterOf: Limiter
    returns limiterOf: Limiter
    returns forget: boolean
    returns main: void
    returns internal.count: number
    typed LimiterOptions.onDrop key: string
    typed LimiterOptions.onDrop waited: number
    typed Store.constructor name: string
    typed Store.take key: K
    typed traced _target: unknown
    typed traced context: ClassMethodDecoratorContext
    typed Limiter.constructor options: LimiterOptions
    typed Limiter.constructor clock: Clock
    typed Limiter.take key: K
    typed Limiter.reset key: K
    typed limiterOf name: string
    typed limiterOf name: string
    typed limiterOf options: LimiterOptions
    typed limiterOf name: string
    typed limiterOf options: LimiterOptions
    typed limiterOf known: registry.get()
    typed limiterOf.make chosen: LimiterOptions
    typed limiterOf fresh: make()
    typed forget name: string
    locals LimiterOptions.onDrop: key waited
    locals Store.constructor: name
    locals Store.take: key
    locals traced: _target context
    locals Limiter.constructor: options clock
    locals Limiter.take: key weight used
    locals Limiter.#wait: resolve
    locals Limiter.reset: key
    locals limiterOf: name name options name options known fresh
    locals limiterOf.make: chosen
    locals forget: name
    locals main: name limiter
  `,
  invalidSyntax: 'let a = 1 2;\n\nclass Good { kept() {} }\n',
  intactDefinition: 'Good.kept',
};
