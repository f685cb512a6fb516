/** TSX: functions that give back markup are components, wrapped ones too; a class with a render method is a class. */
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
  broken: 'const f = () => { return <div><p></div> };\n\nfunction kept() { return 1; }\n',
  survives: 'kept',
};
