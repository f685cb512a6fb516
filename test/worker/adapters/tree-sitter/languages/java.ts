/** The expected results for the Java fixture: annotations, nested types, records, interfaces, annotation types. */
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
    73-73 constant Order.State.OPEN +
    74-74 constant Order.State.PLACED +
    75-75 constant Order.State.SENT +
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
    'java.util.Objects: requireNonNull',
    'java.math.BigDecimal: BigDecimal',
    'java.util.ArrayList: ArrayList',
    'java.util.List: List',
    'java.util.concurrent',
  ],
  types:
    'T Item Base Comparable Order Priced Logger List Line ArrayList State String IllegalStateException BigDecimal ExecutorService OrderException InterruptedException ExecutionException X I',
  references: `
    17 extends Base < Order
    17 implements Comparable < Order
    17 implements Priced < Order
    85 implements Priced < Order.Line
    15 decorator Entity < Order
    16 decorator Table < Order
    17 type Item < Order
    17 type Order < Order
    20 type Logger < Order.log
    20 call Logger.getLogger < Order.log
    22 type List < Order.lines
    22 type Line < Order.lines
    22 call ArrayList < Order.lines
    23 type State < Order.state
    23 value State.OPEN < Order.state
    25 type String < Order.Order
    26 call super < Order.Order
    26 call requireNonNull < Order.Order
    31 value state < Order.add
    31 value State.OPEN < Order.add
    31 call lines.size < Order.add
    31 value MAX_LINES < Order.add
    32 call IllegalStateException < Order.add
    34 call lines.add < Order.add
    34 call Line < Order.add
    37 decorator Override < Order.price
    38 type BigDecimal < Order.price
    39 type BigDecimal < Order.price
    39 value BigDecimal.ZERO < Order.price
    40 type Line < Order.price
    41 call sum.add < Order.price
    41 call line.price < Order.price
    46 decorator Override < Order.compareTo
    47 type Order < Order.compareTo
    48 call price < Order.compareTo
    48 call price().compareTo < Order.compareTo
    48 call other.price < Order.compareTo
    51 type ExecutorService < Order.place
    51 type OrderException < Order.place
    53 call pool.submit < Order.place
    53 call log.info < Order.place
    53 call pool.submit().get < Order.place
    54 type InterruptedException < Order.place
    54 type ExecutionException < Order.place
    55 call OrderException < Order.place
    57 value State.PLACED < Order.place
    61 type Item < Order.of
    61 type Order < Order.of
    61 type List < Order.of
    62 type Order < Order.of
    62 call Order < Order.of
    64 call items.size < Order.of
    65 call order.add < Order.of
    65 call items.get < Order.of
    79 value SENT < Order.State.isFinal
    80 value OPEN < Order.State.isFinal
    80 value PLACED < Order.State.isFinal
    85 type Item < Order.Line
    86 decorator Override < Order.Line.price
    87 type BigDecimal < Order.Line.price
    88 call item.price < Order.Line.price
    88 call item.price().multiply < Order.Line.price
    88 call BigDecimal.valueOf < Order.Line.price
    96 type BigDecimal < Priced.price
    99 call price < Priced.free
    99 call price().signum < Priced.free
    104 type String < Audited.value
  `,
  outline: `
    namespace com.example.orders
    3 import java.util.Objects: requireNonNull
    5 import java.math.BigDecimal: * as BigDecimal
    6 import java.util.ArrayList: * as ArrayList
    7 import java.util.List: * as List
    8 import java.util.concurrent: *
    field Order.MAX_LINES: int
    field Order.log: Logger
    field Order.lines: List
    field Order.state: State
    field Order.Line.item: I
    field Order.Line.amount: int
    field Priced.SCALE: int
    returns Order.add: void
    returns Order.price: BigDecimal
    returns Order.compareTo: int
    returns Order.place: void
    returns Order.of: Order
    returns Order.State.isFinal: boolean
    returns Order.Line.price: BigDecimal
    returns Priced.price: BigDecimal
    returns Priced.free: boolean
    returns Audited.value: String
    typed Order.Order id: String
    typed Order.add item: T
    typed Order.add amount: int
    typed Order.price sum: BigDecimal
    typed Order.price line: Line
    typed Order.compareTo other: Order
    typed Order.place pool: ExecutorService
    typed Order.of items: List
    typed Order.of order: Order
    typed Order.of i: int
    locals Order.Order: id
    locals Order.add: item amount
    locals Order.price: sum line
    locals Order.compareTo: other
    locals Order.place: pool e
    locals Order.of: X items order i
  `,
  invalidSyntax: 'class Bad { void f( { int x = ; }\n}\n\nclass Good { void kept() {} }\n',
  intactDefinition: 'Good.kept',
};
