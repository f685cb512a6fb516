/** Captured bindings as the port tells them: one a name and place, in the order of the text. */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxBinding } from '../../ports/parser.ts';
import type { CapturedBinding } from './captured-names.ts';
import { isName, ownNames, type NameReading } from './name-reader.ts';

/** Of one file. */
export const maxBindings = 20_000;

const variableKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['constant', 'property', 'variable']);

export function readBindings(captured: readonly CapturedBinding[], reading: NameReading): SyntaxBinding[] {
  const chosen = new Map<string, CapturedBinding>();
  for (const binding of captured) {
    const { receiver, name, member } = binding;
    // A definition's own name is no local; a variable that is one has a type or none all the same.
    const kind = reading.defined.get(name.start);
    if (kind !== undefined && !member && !variableKinds.has(kind)) continue;
    if (receiver !== undefined && !ownNames.has(reading.path(receiver))) continue;
    const key = `${member} ${name.start}`;
    const known = chosen.get(key);
    const isFirst =
      known === undefined || (tells(known) === tells(binding) && binding.pattern < known.pattern);
    if (isFirst || (tells(binding) && !tells(known))) chosen.set(key, binding);
  }
  return [...chosen.values()]
    .sort((a, b) => a.name.start - b.name.start)
    .slice(0, maxBindings)
    .flatMap((binding) => readBinding(binding, reading));
}

function tells({ type, value, neutral }: CapturedBinding): boolean {
  return type !== undefined || value !== undefined || neutral;
}

function readBinding(captured: CapturedBinding, reading: NameReading): SyntaxBinding[] {
  const { name, member, type, value, neutral, assigned } = captured;
  // Ruby's `@name` is `self.name`.
  const path = reading.path(name).replace(member ? /^self\./ : /^$/, '');
  if (!isName(path) || (!member && ownNames.has(path))) return [];
  const written = value === undefined ? '' : reading.path(value);
  return [
    {
      name: path,
      type: reading.type(type),
      given: type === undefined && isName(written) ? written : undefined,
      start: name.start,
      member,
      // An annotation begins with the colon before it, a value does not.
      declared: type !== undefined && reading.text.startsWith(':', type.start),
      neutral,
      assigned,
    },
  ];
}
