/** TypeScript: overloads, abstract classes, private names, decorators, namespaces, exports by list. */
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
  broken: 'let a = 1 2;\n\nclass Good { kept() {} }\n',
  survives: 'Good.kept',
};
