/** The expected results for the TSX fixture: functions that return markup are components, also when wrapped; a class with a render method is a class. */
import source from '../../../../fixtures/languages/tsx.tsx?raw';
import type { LanguageSpec } from './language-spec.ts';

export const tsx: LanguageSpec = {
  source,
  symbols: `
    4-9 interface CartLine
    5-5 property CartLine.id
    6-6 property CartLine.title
    7-7 property CartLine.price
    8-8 property CartLine.amount
    11-15 type Props
    18-20 function totalOf +
    25-52 component Cart +
    29-32 function Cart.handleRemove
    54-59 component Line
    62-64 component Badge +
    66-66 component Empty +
    68-74 class Boundary +
    69-69 property Boundary.failed +
    71-73 method Boundary.render +
  `,
  signatures: {
    Cart: 'export default function Cart({ lines, onRemove, footer }: Props)',
    Line: 'const Line = ({ line, onRemove }: { line: CartLine; onRemove: () => void }) =>',
    Badge: 'export const Badge = memo(function Badge({ count }: { count: number })',
    Props: 'type Props = { lines: readonly CartLine[]; onRemove(id: string): void; footer?: ReactNode; };',
  },
  documentation: {
    Cart: { lines: '22-24', text: 'A shopping cart with its lines and their sum.' },
    Badge: { lines: '61-61', text: 'Drawn again only when the number changes.' },
  },
  complexity: {
    Cart: 5,
    'Cart.handleRemove': 2,
    'Boundary.render': 2,
  },
  imports: ['react: memo useMemo useState ReactNode', '../money: formatPrice'],
  types: 'CartLine ReactNode Props',
  references: `
    12 type CartLine < Props
    14 type ReactNode < Props
    18 type CartLine < totalOf
    19 call lines.reduce < totalOf
    25 type Props < Cart
    26 call useState < Cart
    27 call useMemo < Cart
    27 call totalOf < Cart
    30 call setOpen < Cart.handleRemove
    31 call onRemove < Cart.handleRemove
    40 call setOpen < Cart
    43 call lines.map < Cart
    44 render Line < Cart
    44 call handleRemove < Cart
    48 call formatPrice < Cart
    54 type CartLine < Line
    62 call memo < Badge
    71 type ReactNode < Boundary.render
    72 render Cart < Boundary.render
  `,
  outline: `
    1 import react: memo, useMemo, useState, ReactNode
    2 import ../money: formatPrice
    export Cart as default
    field CartLine.id: string
    field CartLine.title: string
    field CartLine.price: number
    field CartLine.amount: number
    returns totalOf: number
    returns Boundary.render: ReactNode
    typed Cart total: useMemo()
    typed Cart.handleRemove id: string
    locals totalOf: lines sum line
    locals Cart: lines onRemove footer open setOpen total line
    locals Cart.handleRemove: id
    locals Line: line onRemove
    locals Badge: Badge count
  `,
  invalidSyntax: 'const f = () => { return <div><p></div> };\n\nfunction kept() { return 1; }\n',
  intactDefinition: 'kept',
};
