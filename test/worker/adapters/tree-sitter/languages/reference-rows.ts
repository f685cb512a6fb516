/** Formats a file's references and outline as lines that a person can check against the source, with qualified names in place of ordinals. */

import type { ChunkedFile } from '../../../../../worker/core/code/chunk.ts';
import type { FileImport, Reference } from '../../../../../worker/core/code/reference.ts';

/** Formats references as `line kind receiver.name < within`, with `?` for a receiver that is not a path. */
export function referenceRows({ references, symbols }: ChunkedFile): string[] {
  const { outline, uses } = references;
  const row = ({ kind, name, receiver, line, within }: Reference) =>
    [
      `${line} ${kind} ${receiver === undefined ? '' : `${receiver || '?'}.`}${name}`,
      ...(within === undefined ? [] : [symbols[within]?.qualifiedName ?? '!']),
    ].join(' < ');
  return [...outline.bases, ...uses.references].map(row);
}

/** Formats imports, exports and listed names, then fields, return types, typed names and locals, each with its owner. */
export function outlineRows({ references, symbols }: ChunkedFile): string[] {
  const { outline, uses } = references;
  const within = (ordinal: number | undefined) =>
    ordinal === undefined ? '-' : (symbols[ordinal]?.qualifiedName ?? '!');
  const byOwner = new Map<string, string[]>();
  for (const { name, within: ordinal } of uses.locals) {
    byOwner.set(within(ordinal), [...(byOwner.get(within(ordinal)) ?? []), name]);
  }
  return [
    ...(outline.namespace === undefined ? [] : [`namespace ${outline.namespace}`]),
    ...outline.imports.map(importRow),
    ...outline.exports.map(({ exported, local }) => `export ${local} as ${exported}`),
    ...(outline.listed === undefined ? [] : [`listed ${outline.listed.join(' ')}`]),
    ...outline.fields.map((field) => `field ${within(field.within)}.${field.name}: ${field.type}`),
    ...outline.returns.map(({ symbol, type }) => `returns ${within(symbol)}: ${type}`),
    ...uses.typed.map((typed) => `typed ${within(typed.within)} ${typed.name}: ${typed.type}`),
    ...[...byOwner].map(([owner, locals]) => `locals ${owner}: ${locals.join(' ')}`),
  ];
}

function importRow({ module, line, names, wildcard, reexported }: FileImport): string {
  const bound = names.map(({ imported, local, line: nameLine }) => {
    const renamed = imported === local ? local : `${imported} as ${local}`;
    return nameLine === line ? renamed : `${renamed} (${nameLine})`;
  });
  const words = [...bound, ...(wildcard ? ['*'] : [])].join(', ');
  return `${line} ${reexported ? 'export' : 'import'} ${module}${words === '' ? '' : `: ${words}`}`;
}
