/** The expected results for the C++ fixture: namespaces, templates, members inside and outside of their class, operators, access labels. */
import source from '../../../../fixtures/languages/cpp.cpp?raw';
import type { LanguageSpec } from './language-spec.ts';

export const cpp: LanguageSpec = {
  source,
  symbols: `
    7-7 macro SHAPES_LIMIT +
    9-97 module geo +
    11-11 type geo.Point +
    12-12 variable geo.kEpsilon +
    15-21 struct geo.Box +
    18-20 method geo.Box.contains +
    23-23 enum geo.Side +
    23-23 constant geo.Side.Left +
    23-23 constant geo.Side.Right +
    28-45 class geo.Shape +
    30-30 method geo.Shape.Shape +
    31-31 method geo.Shape.~Shape +
    34-34 method geo.Shape.area +
    35-35 method geo.Shape.bounds +
    37-37 method geo.Shape.operator< +
    43-43 method geo.Shape.touch
    47-66 class geo.Tree +
    49-52 struct geo.Tree.Node
    55-55 method geo.Tree.insert +
    57-62 method geo.Tree.each +
    69-75 method geo.Tree.insert +
    77-83 method geo.Shape.bounds +
    85-85 method geo.Shape.touch +
    87-95 module geo.detail +
    88-88 variable geo.detail.calls
    90-94 function geo.detail.distance +
    99-106 function geo.detail.find +
    109-109 function hidden
    112-114 function main +
  `,
  signatures: {
    'geo.Tree.insert': 'template <typename T> void Tree<T>::insert(T value)',
    'geo.Shape.operator<': 'bool operator<(const Shape& other) const',
    'geo.Tree': 'template <typename T> class Tree final : public Shape',
    'geo.detail.find':
      'geo::Box* geo::detail::find(const std::vector<geo::Box>& boxes, const geo::Point& at)',
    'geo.Box': 'struct Box',
  },
  documentation: {
    'geo.Box': { lines: '14-14', text: 'A rectangle along the axes.' },
    'geo.Shape': { lines: '25-27', text: 'Anything with an area.' },
    'geo.Shape.area': { lines: '33-33', text: 'The area, never negative.' },
    'geo.Tree.insert': { lines: '68-68', text: 'Puts a value first.' },
  },
  complexity: {
    'geo.Box.contains': 4,
    'geo.Tree.each': 3,
    'geo.Shape.bounds': 2,
    'geo.detail.distance': 2,
    'geo.detail.find': 4,
    main: 2,
  },
  imports: ['shapes.hpp', '<memory>', '<vector>'],
  types: 'pair Point string Box Shape T unique_ptr Node F Tree exception U vector',
  references: `
    48 extends Shape < geo.Tree
    11 type std.pair < geo.Point
    16 type Point < geo.Box
    18 type Point < geo.Box.contains
    19 value low < geo.Box.contains
    19 value high < geo.Box.contains
    19 value low < geo.Box.contains
    19 value high < geo.Box.contains
    30 type std.string < geo.Shape.Shape
    30 call std.move < geo.Shape.Shape
    31 value Shape < geo.Shape.~Shape
    35 type Box < geo.Shape.bounds
    37 type Shape < geo.Shape.operator<
    37 call area < geo.Shape.operator<
    37 call other.area < geo.Shape.operator<
    40 type std.string < geo.Shape
    51 type std.unique_ptr < geo.Tree.Node
    51 type Node < geo.Tree.Node
    59 value root_ < geo.Tree.each
    59 call root_.get < geo.Tree.each
    59 call node.next.get < geo.Tree.each
    60 call visit < geo.Tree.each
    65 type std.unique_ptr < geo.Tree
    65 type Node < geo.Tree
    70 type Tree < geo.Tree.insert
    71 call std.make_unique < geo.Tree.insert
    71 type Node < geo.Tree.insert
    72 call std.move < geo.Tree.insert
    73 call std.move < geo.Tree.insert
    73 value root_ < geo.Tree.insert
    74 value root_ < geo.Tree.insert
    74 call std.move < geo.Tree.insert
    77 type Box < geo.Shape.bounds
    79 call Box < geo.Shape.bounds
    79 call area < geo.Shape.bounds
    80 type std.exception < geo.Shape.bounds
    85 value reads_ < geo.Shape.touch
    90 type U < geo.detail.distance
    91 type U < geo.detail.distance
    92 value calls < geo.detail.distance
    99 type geo.Box < geo.detail.find
    99 type std.vector < geo.detail.find
    99 type geo.Box < geo.detail.find
    99 type geo.Point < geo.detail.find
    101 call box.contains < geo.detail.find
    101 call detail.distance < geo.detail.find
    101 value kEpsilon < geo.detail.find
    102 call const_cast < geo.detail.find
    102 type geo.Box < geo.detail.find
    113 call hidden < main
  `,
  outline: `
    2 import shapes.hpp: *
    4 import <memory>: *
    5 import <vector>: *
    field geo.Box.low: Point
    field geo.Box.high: Point
    field geo.Shape.bounds: Box
    field geo.Shape.name_: std.string
    field geo.Tree.Node.value: T
    field geo.Tree.Node.next: Node
    field geo.Tree.root_: Node
    returns geo.Shape.bounds: Box
    returns geo.Shape.bounds: Box
    returns geo.detail.find: geo.Box
    typed geo.Box.contains p: Point
    typed geo.Shape.Shape name: std.string
    typed geo.Shape.operator< other: Shape
    typed geo.Tree.insert value: T
    typed geo.Tree.each visit: F
    typed geo.Tree.insert value: T
    typed geo.Tree.insert node: std.make_unique()
    typed geo.Shape.bounds error: std.exception
    typed geo.detail.distance a: T
    typed geo.detail.distance b: U
    typed geo.detail.find boxes: std.vector
    typed geo.detail.find at: geo.Point
    locals geo.Box.contains: p
    locals geo.Shape.Shape: name
    locals geo.Shape.operator<: other
    locals geo.Tree.insert: value T value node
    locals geo.Tree.each: F visit node
    locals geo.Shape.bounds: error
    locals geo.detail.distance: T a b
    locals geo.detail.find: boxes at box
    locals main: argc argv
  `,
  invalidSyntax: 'int f() { int x = ; }\n\nclass Good { void kept() {} };\n',
  intactDefinition: 'Good.kept',
};
