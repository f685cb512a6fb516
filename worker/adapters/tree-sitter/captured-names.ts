/**
 * What a query captured of names: references, bindings, exports. Sorted by meaning only, the text is read by `readNames`. Nodes
 * become ranges at once, since every question to a node crosses into the grammar.
 */

import type { Node, QueryMatch } from 'web-tree-sitter';
import type { ReferenceKind } from '../../core/code/reference.ts';
import type { SyntaxBlock, SyntaxRange } from '../../ports/parser.ts';

export interface CapturedReference {
  readonly kind: ReferenceKind;
  readonly name: SyntaxRange;
  readonly receiver: SyntaxRange | undefined;
  /** The type it is said of, where it does not stand within. */
  readonly subject: SyntaxRange | undefined;
  /** Captured among tokens without syntax: whether it is one, and its receiver, the text tells. */
  readonly token: boolean;
}

export interface CapturedBinding {
  readonly name: SyntaxRange;
  readonly member: boolean;
  /** Place of its pattern in the query. */
  readonly pattern: number;
  readonly receiver: SyntaxRange | undefined;
  readonly type: SyntaxRange | undefined;
  readonly value: SyntaxRange | undefined;
  readonly neutral: boolean;
  readonly assigned: boolean;
}

/** Names without `exported` are exported as they are called. */
export interface CapturedExport {
  readonly local: SyntaxRange;
  readonly exported: SyntaxRange | 'default' | undefined;
  /** What the export is assigned to. */
  readonly target: SyntaxRange | undefined;
}

export interface CapturedNames {
  readonly references: CapturedReference[];
  readonly bindings: CapturedBinding[];
  readonly globals: SyntaxRange[];
  readonly blocks: SyntaxBlock[];
  readonly hoisted: SyntaxRange[];
  readonly returns: SyntaxRange[];
  readonly namespaces: SyntaxRange[];
  readonly exports: CapturedExport[];
  readonly listed: { readonly strings: SyntaxRange; readonly list: SyntaxRange | undefined }[];
}

const referenceKinds: ReadonlyMap<string, ReferenceKind> = new Map<string, ReferenceKind>([
  ['call', 'call'],
  ['token_call', 'call'],
  ['extends', 'extends'],
  ['implements', 'implements'],
  ['type_reference', 'type'],
  ['type_path', 'type'],
  ['decorator', 'decorator'],
  ['value', 'value'],
  ['render', 'render'],
]);

export function noCapturedNames(): CapturedNames {
  return {
    references: [],
    bindings: [],
    globals: [],
    blocks: [],
    hoisted: [],
    returns: [],
    namespaces: [],
    exports: [],
    listed: [],
  };
}

/** Takes what a match says of names in with the rest. */
export function takeNames({ captures, patternIndex }: QueryMatch, found: CapturedNames): void {
  const besides = (wanted: string) => {
    const capture = captures.find(({ name }) => name === wanted);
    return capture && rangeOf(capture.node);
  };
  for (const { name, node } of captures) {
    if (name === 'block' || name === 'function_block') {
      found.blocks.push({ ...rangeOf(node), isFunction: name === 'function_block' });
      continue;
    }
    const kind = referenceKinds.get(name);
    if (kind !== undefined) {
      found.references.push({
        kind,
        name: rangeOf(node),
        receiver: captures.length === 1 ? undefined : besides('receiver'),
        subject: kind === 'implements' ? besides('for') : undefined,
        token: name === 'token_call',
      });
    } else if (name === 'bound' || name === 'field' || name === 'assigned') {
      found.bindings.push({
        name: rangeOf(node),
        member: name === 'field',
        pattern: patternIndex,
        receiver: besides('receiver'),
        type: besides('bound_type'),
        value: besides('bound_value'),
        neutral: captures.some((capture) => capture.name === 'neutral'),
        assigned: name === 'assigned',
      });
    } else takeRare(name, node, { found, besides });
  }
}

function takeRare(
  name: string,
  node: Node,
  { found, besides }: { found: CapturedNames; besides: (name: string) => SyntaxRange | undefined },
): void {
  if (name === 'global') found.globals.push(rangeOf(node));
  else if (name === 'hoisted') found.hoisted.push(rangeOf(node));
  else if (name === 'returns') found.returns.push(rangeOf(node));
  else if (name === 'namespace') found.namespaces.push(rangeOf(node));
  else if (name === 'export_local') {
    found.exports.push({ local: rangeOf(node), exported: besides('export_name'), target: besides('target') });
  } else if (name === 'default') {
    found.exports.push({ local: rangeOf(node), exported: 'default', target: besides('target') });
  } else if (name === 'listed') found.listed.push({ strings: rangeOf(node), list: besides('list') });
}

export function rangeOf(node: Node): SyntaxRange {
  return { start: node.startIndex, end: node.endIndex };
}
