/** The expected results for the C fixture: typedefs, pointers before names, macros, prototypes, definitions behind the preprocessor. */
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
    22-22 constant ring_state.RING_EMPTY +
    22-22 constant ring_state.RING_PARTIAL +
    22-22 constant ring_state.RING_FULL +
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
  imports: ['ring.h', '<stdlib.h>', '<string.h>'],
  types: 'byte stats ring_t ring_state ring_visitor',
  references: `
    17 type byte < ring
    25 type byte < word
    34 type byte < ring_visitor
    36 type stats < totals
    40 type ring_t < ring_grow
    42 type ring_t < used
    48 type ring_t < ring_new
    50 type ring_t < ring_new
    52 value RING_MAX < ring_new
    54 call malloc < ring_new
    57 call calloc < ring_new
    57 value byte < ring_new
    63 type ring_state < ring_state
    63 type ring_t < ring_state
    65 call used < ring_state
    67 value RING_EMPTY < ring_state
    69 call used < ring_state
    69 value RING_FULL < ring_state
    69 value RING_PARTIAL < ring_state
    73 type ring_t < ring_write
    73 type byte < ring_write
    75 call used < ring_write
    76 call MIN < ring_write
    81 value totals < ring_write
    85 value RING_DEBUG
    86 type ring_t < ring_dump
    89 call printf < ring_dump
    93 type ring_t < ring_each
    93 type ring_visitor < ring_each
    95 call visit < ring_each
  `,
  outline: `
    4 import ring.h: *
    6 import <stdlib.h>: *
    7 import <string.h>: *
    field ring.data: byte
    field word.bytes: byte
    field -.totals: stats
    returns ring_new: ring_t
    typed ring_grow ring: ring_t
    typed used ring: ring_t
    typed ring_new ring: ring_t
    typed ring_state ring: ring_t
    typed ring_write ring: ring_t
    typed ring_write from: byte
    typed ring_write count: MIN()
    typed ring_dump ring: ring_t
    typed ring_each ring: ring_t
    typed ring_each visit: ring_visitor
    locals ring_grow: ring size
    locals used: ring
    locals ring_new: size ring
    locals ring_state: ring
    locals ring_write: ring from length room count i
    locals ring_dump: ring i
    locals ring_each: ring visit context
  `,
  invalidSyntax: 'int f( { int x = ; \n\nint kept(void) { return 1; }\n',
  intactDefinition: 'kept',
};
