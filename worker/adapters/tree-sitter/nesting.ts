/**
 * Tracks which definitions and scopes enclose a position while a file is read from its start. Definitions and scopes are entered in the order of
 * their starts, and positions never decrease.
 */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxRange } from '../../ports/parser.ts';

export interface Frame extends SyntaxRange {
  readonly bodyStart: number;
  /** Undefined for a scope that is not a definition. */
  readonly kind: SymbolKind | undefined;
  readonly exported: boolean;
  /** `scopeName` is the dotted name of a scope, and `scopeHead` the text before its body. */
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
  /** Records a visibility label, which applies until the current body ends. */
  addLabel(position: number, text: string): void;
  surroundingsAt(position: number): Surroundings;
}

export function createNesting(): Nesting {
  const frames: Frame[] = [];
  const labels = new Map<Frame | undefined, string>();

  /** Returns the frames whose body contains the position, innermost first. */
  const framesAround = (position: number): Frame[] => {
    while (frames.length > 0 && (frames.at(-1)?.end ?? 0) <= position) frames.pop();
    return frames.filter((frame) => frame.bodyStart <= position && position < frame.end).toReversed();
  };

  return {
    enter: (frame) => frames.push(frame),
    addLabel: (position, text) => labels.set(framesAround(position)[0], text),
    surroundingsAt(position) {
      const enclosingFrames = framesAround(position);
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
