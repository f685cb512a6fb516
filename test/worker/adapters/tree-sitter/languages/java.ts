/** Java: annotations, nested types, records, interfaces, annotation types. */
import source from '../../../../fixtures/languages/Java.java?raw';
import type { LanguageSpec } from './language-spec.ts';

export const java: LanguageSpec = {
  source,
  symbols: `
    15-91 class Order +
    19-19 property Order.MAX_LINES +
    20-20 property Order.log
    22-22 property Order.lines
    23-23 property Order.state +
    25-27 method Order.Order +
    30-35 method Order.add +
    37-44 method Order.price +
    46-49 method Order.compareTo +
    51-59 method Order.place
    61-69 method Order.of
    72-83 enum Order.State +
    77-82 method Order.State.isFinal
    85-90 class Order.Line
    86-89 method Order.Line.price
    93-101 interface Priced
    94-94 property Priced.SCALE
    96-96 method Priced.price
    98-100 method Priced.free
    103-105 interface Audited
    104-104 method Audited.value
  `,
  signatures: {
    Order:
      '@Entity @Table(name = "orders") public class Order<T extends Item> extends Base implements Comparable<Order<T>>, Priced',
    'Order.price': '@Override public BigDecimal price()',
    'Order.MAX_LINES': 'public static final int MAX_LINES = 100;',
    'Order.Line': 'private record Line<I extends Item>(I item, int amount) implements Priced',
    'Order.of': 'static <X extends Item> Order<X> of(List<? extends X> items)',
  },
  documentation: {
    Order: {
      lines: '10-14',
      text: 'An order with its lines.\n\n<p>Orders never change once they are placed.',
    },
    'Order.add': {
      lines: '29-29',
      text: 'Adds a line. @throws IllegalStateException when the order is placed or full',
    },
    'Order.State': { lines: '71-71', text: 'Where an order stands.' },
  },
  complexity: {
    'Order.add': 3,
    'Order.price': 2,
    'Order.place': 2,
    'Order.of': 2,
    'Order.State.isFinal': 3,
  },
  imports: [
    'java.util.Objects.requireNonNull: requireNonNull',
    'java.math.BigDecimal: BigDecimal',
    'java.util.ArrayList: ArrayList',
    'java.util.List: List',
    'java.util.concurrent',
  ],
  types:
    'T Item Base Comparable Order Priced Logger List Line ArrayList State String IllegalStateException BigDecimal ExecutorService OrderException InterruptedException ExecutionException X I',
  broken: 'class Bad { void f( { int x = ; }\n}\n\nclass Good { void kept() {} }\n',
  survives: 'Good.kept',
};
