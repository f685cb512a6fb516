/** Defines a ranked definition with what packing needs: its lines, where its header ends, and the definitions inside it. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { SymbolDefinition } from '../../core/code/symbol.ts';
import type { RankedDefinition } from '../definitions/ranked-definition.ts';

export interface ReadableDefinition extends RankedDefinition {
  /** `SymbolRow.id`; undefined for text outside any definition. */
  readonly symbolId: string | undefined;
  /** Undefined for text outside any definition. */
  readonly declaration: Pick<SymbolDefinition, 'name' | 'signature' | 'documentation'> | undefined;
  /** All lines of the file with their line ends; secrets are masked. */
  readonly fileLines: readonly string[];
  /** Last line of the signature, and of the documentation below it. */
  readonly headEndLine: number;
  /** Outermost functions, methods and types inside the definition, in order; for text outside any definition, those that begin and end in it. */
  readonly members: readonly SpanPosition[];
  /** Number of omitted definitions with nearly the same text. */
  readonly similar: number;
}

/** The lines from `startLine` to `endLine`. */
export function readLines(
  fileLines: readonly string[],
  { startLine, endLine }: Pick<SpanPosition, 'startLine' | 'endLine'>,
): string {
  return fileLines.slice(startLine - 1, endLine).join('');
}
