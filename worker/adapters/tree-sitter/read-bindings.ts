/** Converts captured bindings to the port's form: one per name and position, in the order of the text. */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxBinding } from '../../ports/parser.ts';
import type { CapturedBinding } from './captured-names.ts';
import { isName, selfNames, type NameReader } from './name-reader.ts';

/** Maximum per file. */
export const maxBindings = 20_000;

const variableKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['constant', 'property', 'variable']);

export function readBindings(captured: readonly CapturedBinding[], reading: NameReader): SyntaxBinding[] {
  const chosen = new Map<string, CapturedBinding>();
  for (const binding of captured) {
    const { receiver, name, member } = binding;
    // A definition's own name is not a local, except for variables, which may have a type.
    const kind = reading.defined.get(name.start);
    if (kind !== undefined && !member && !variableKinds.has(kind)) continue;
    if (receiver !== undefined && !selfNames.has(reading.path(receiver))) continue;
    const key = `${member} ${name.start}`;
    const known = chosen.get(key);
    const isFirst =
      known === undefined ||
      (hasTypeInformation(known) === hasTypeInformation(binding) && binding.pattern < known.pattern);
    if (isFirst || (hasTypeInformation(binding) && !hasTypeInformation(known))) chosen.set(key, binding);
  }
  return [...chosen.values()]
    .sort((a, b) => a.name.start - b.name.start)
    .slice(0, maxBindings)
    .flatMap((binding) => readBinding(binding, reading));
}

function hasTypeInformation({ type, value, neutral }: CapturedBinding): boolean {
  return type !== undefined || value !== undefined || neutral;
}

function readBinding(captured: CapturedBinding, reading: NameReader): SyntaxBinding[] {
  const { name, member, type, value, neutral, assigned } = captured;
  // Ruby's `@name` is `self.name`.
  const path = reading.path(name).replace(member ? /^self\./ : /^$/, '');
  if (!isName(path) || (!member && selfNames.has(path))) return [];
  const written = value === undefined ? '' : reading.path(value);
  return [
    {
      name: path,
      type: reading.type(type),
      typeSource: type === undefined && isName(written) ? written : undefined,
      start: name.start,
      member,
      // An annotation includes the colon before it; a value does not.
      declared: type !== undefined && reading.text.startsWith(':', type.start),
      neutral,
      assigned,
    },
  ];
}
