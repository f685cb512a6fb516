/** Defines the unit of ranking: a definition of the code, a section of a document, or code outside any definition. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import type { FileRole } from '../../core/files/file.ts';

type DefinitionKind = SymbolKind | 'section' | 'text';

/** The lines include the documentation above the definition. */
export interface Definition extends SpanPosition {
  /** The id of its symbol, or of its chunk. */
  readonly id: string;
  readonly kind: DefinitionKind;
  readonly name: string;
  /** The qualified name; for a section, its headings. */
  readonly qualifiedName: string;
  readonly signature: string;
  readonly documentation: string;
  readonly exported: boolean;
  readonly complexity: number;
  readonly role: FileRole;
  readonly language: string;
  /** `GraphNode.rank` of its file. */
  readonly fileRank: number;
  readonly fileHash: string;
  /** The definition that contains it: its qualified name and documentation. */
  readonly enclosing: { readonly qualifiedName: string; readonly documentation: string } | undefined;
  /** The last line of its own text. A long type ends before its first method, which is a definition of its own. */
  readonly ownEndLine: number;
}

/** Kinds that contain other definitions. */
export const containerKinds: ReadonlySet<DefinitionKind> = new Set([
  'class',
  'component',
  'enum',
  'interface',
  'module',
  'struct',
  'trait',
  'type',
]);

/** The lines that a definition shows: all of them, or those before the first method of a long type. */
export function ownRange({ path, startLine, ownEndLine }: Definition): SpanPosition {
  return { path, startLine, endLine: ownEndLine };
}

export function countLines({ startLine, endLine }: Pick<SpanPosition, 'startLine' | 'endLine'>): number {
  return endLine - startLine + 1;
}

export function overlaps(one: SpanPosition, other: SpanPosition): boolean {
  return one.path === other.path && one.startLine <= other.endLine && other.startLine <= one.endLine;
}
