/**
 * Tracks what encloses a position while a file is read from its start. Definitions and scopes are entered in the order of their starts, and
 * positions never decrease.
 */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxRange } from '../../ports/parser.ts';

export interface Frame extends SyntaxRange {
  readonly bodyStart: number;
  /** Undefined for a scope that is not a definition. */
  readonly kind: SymbolKind | undefined;
  readonly exported: boolean;
  /** A scope's own name, dotted, and its text up to the body. */
  readonly scopeName: string | undefined;
  readonly scopeHead: string | undefined;
}

/** A frame that is a definition. */
type DefinitionFrame = Frame & { readonly kind: SymbolKind };

export interface Surroundings {
  readonly enclosing: DefinitionFrame | undefined;
  /** Dotted names of the scopes between the position and `enclosing`. */
  readonly scopeName: string | undefined;
  readonly scopeHead: string | undefined;
  /** Text of the last visibility label in the current body. */
  readonly section: string | undefined;
}

export interface Nesting {
  enter(frame: Frame): void;
  /** Records a label that applies to what follows it in the current body. */
  label(position: number, text: string): void;
  at(position: number): Surroundings;
}

export function createNesting(): Nesting {
  const frames: Frame[] = [];
  const labels = new Map<Frame | undefined, string>();

  /** Frames whose body contains the position, innermost first. */
  const holding = (position: number): Frame[] => {
    while (frames.length > 0 && (frames.at(-1)?.end ?? 0) <= position) frames.pop();
    return frames.filter((frame) => frame.bodyStart <= position && position < frame.end).toReversed();
  };

  return {
    enter: (frame) => frames.push(frame),
    label: (position, text) => labels.set(holding(position)[0], text),
    at(position) {
      const enclosingFrames = holding(position);
      const enclosing = enclosingFrames.find((frame): frame is DefinitionFrame => frame.kind !== undefined);
      const scopes = enclosingFrames.slice(
        0,
        enclosing === undefined ? enclosingFrames.length : enclosingFrames.indexOf(enclosing),
      );
      const names = scopes
        .map((scope) => scope.scopeName)
        .filter((name) => name !== undefined && name !== '');
      return {
        enclosing,
        scopeName: names.length === 0 ? undefined : names.toReversed().join('.'),
        scopeHead: scopes[0]?.scopeHead,
        section: labels.get(enclosingFrames[0]),
      };
    },
  };
}
