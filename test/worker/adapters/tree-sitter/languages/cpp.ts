/** C++: namespaces, templates, members inside and outside of their class, operators, access labels. */
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
  imports: ['shapes.hpp', 'memory', 'vector'],
  types: 'pair Point string Box Shape T unique_ptr Node F Tree exception U vector',
  broken: 'int f() { int x = ; }\n\nclass Good { void kept() {} };\n',
  survives: 'Good.kept',
};
