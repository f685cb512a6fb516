/** C: typedefs, pointers before names, macros, prototypes, definitions behind the preprocessor. */
import source from '../../../../fixtures/languages/c.c?raw';
import type { LanguageSpec } from './language-spec.ts';

export const c: LanguageSpec = {
  source,
  symbols: `
    9-9 macro RING_MAX +
    11-11 macro MIN +
    13-13 type byte +
    16-20 struct ring +
    16-20 type ring_t +
    22-22 enum ring_state +
    24-27 struct word +
    29-32 struct stats +
    34-34 type ring_visitor +
    36-36 variable totals
    37-37 variable ring_errors +
    38-38 variable ring_version +
    40-40 function ring_grow +
    42-45 function used
    48-61 function ring_new +
    63-71 function ring_state +
    73-83 function ring_write +
    86-90 function ring_dump +
    93-97 function ring_each +
  `,
  signatures: {
    ring_new: 'ring_t *ring_new(size_t size)',
    ring: 'typedef struct ring',
    ring_t: 'typedef struct ring { byte *data; size_t size; size_t head, tail; } ring_t;',
    MIN: '#define MIN(a, b) ((a) < (b) ? (a) : (b))',
    totals: 'static struct stats totals = { 0, 0 };',
    ring_visitor: 'typedef int (*ring_visitor)(byte value, void *context);',
  },
  documentation: {
    MIN: { lines: '10-10', text: 'The smaller of two values.' },
    ring_t: { lines: '15-15', text: 'A buffer with its two ends.' },
    ring_new: { lines: '47-47', text: 'Makes a ring. Returns NULL when there is no memory.' },
  },
  complexity: {
    ring_new: 4,
    ring_state: 3,
    ring_write: 2,
    ring_dump: 2,
    ring_each: 3,
  },
  imports: ['ring.h', 'stdlib.h', 'string.h'],
  types: 'byte stats ring_t ring_state ring_visitor',
  broken: 'int f( { int x = ; \n\nint kept(void) { return 1; }\n',
  survives: 'kept',
};
