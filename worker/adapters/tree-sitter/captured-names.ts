/**
 * Classifies the names that a query captured: references, bindings and exports. `readNames` reads their text later. Nodes are converted to ranges at once,
 * because every access to a node calls into WebAssembly.
 */

import type { Node, QueryMatch } from 'web-tree-sitter';
import type { ReferenceKind } from '../../core/code/reference.ts';
import type { SyntaxBlock, SyntaxRange } from '../../ports/parser.ts';

export interface CapturedReference {
  readonly kind: ReferenceKind;
  readonly name: SyntaxRange;
  readonly receiver: SyntaxRange | undefined;
  /** The type that the reference belongs to, if it is not inside that type. */
  readonly subject: SyntaxRange | undefined;
  /** Whether the name was captured among unparsed tokens. The text then decides whether it is a call, and which receiver it has. */
  readonly token: boolean;
}

export interface CapturedBinding {
  readonly name: SyntaxRange;
  readonly member: boolean;
  /** Index of its pattern in the query. */
  readonly pattern: number;
  readonly receiver: SyntaxRange | undefined;
  readonly type: SyntaxRange | undefined;
  readonly value: SyntaxRange | undefined;
  readonly neutral: boolean;
  readonly assigned: boolean;
  /** The name of a function expression, which is bound inside that function only, also if it is a definition. */
  readonly own: boolean;
}

/** An export without `exported` keeps its local name. */
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

export function emptyNames(): CapturedNames {
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

/** Adds the names of a match to `names`. */
export function addNames({ captures, patternIndex }: QueryMatch, names: CapturedNames): void {
  const findRange = (requested: string) => {
    const capture = captures.find(({ name }) => name === requested);
    return capture && toRange(capture.node);
  };
  for (const { name, node } of captures) {
    if (name === 'block' || name === 'function_block') {
      names.blocks.push({ ...toRange(node), isFunction: name === 'function_block' });
      continue;
    }
    const kind = referenceKinds.get(name);
    if (kind !== undefined) {
      names.references.push({
        kind,
        name: toRange(node),
        receiver: captures.length === 1 ? undefined : findRange('receiver'),
        subject: kind === 'implements' ? findRange('for') : undefined,
        token: name === 'token_call',
      });
    } else if (name === 'bound' || name === 'field' || name === 'assigned') {
      names.bindings.push({
        name: toRange(node),
        member: name === 'field',
        pattern: patternIndex,
        receiver: findRange('receiver'),
        type: findRange('bound_type'),
        value: findRange('bound_value'),
        neutral: captures.some((capture) => capture.name === 'neutral'),
        assigned: name === 'assigned',
        own: captures.some((capture) => capture.name === 'own'),
      });
    } else addRareName(name, node, { names, findRange });
  }
}

function addRareName(
  name: string,
  node: Node,
  { names, findRange }: { names: CapturedNames; findRange: (name: string) => SyntaxRange | undefined },
): void {
  if (name === 'global') names.globals.push(toRange(node));
  else if (name === 'hoisted') names.hoisted.push(toRange(node));
  else if (name === 'returns') names.returns.push(toRange(node));
  else if (name === 'namespace') names.namespaces.push(toRange(node));
  else if (name === 'export_local') {
    names.exports.push({
      local: toRange(node),
      exported: findRange('export_name'),
      target: findRange('target'),
    });
  } else if (name === 'default') {
    names.exports.push({ local: toRange(node), exported: 'default', target: findRange('target') });
  } else if (name === 'listed') names.listed.push({ strings: toRange(node), list: findRange('list') });
}

export function toRange(node: Node): SyntaxRange {
  return { start: node.startIndex, end: node.endIndex };
}
