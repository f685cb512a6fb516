/**
 * Keeps track of what encloses a place while a file is read from its start: definitions and scopes are entered in
 * the order of their starts, and each place is asked for no earlier than the one before.
 */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxRange } from '../../ports/parser.ts';

export interface Frame extends SyntaxRange {
  readonly bodyStart: number;
  /** Undefined for a scope that is no definition. */
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
  /** Names of the scopes between the place and `enclosing`, dotted. */
  readonly scopeName: string | undefined;
  readonly scopeHead: string | undefined;
  /** Text of the last visibility label in the body at hand. */
  readonly section: string | undefined;
}

export interface Nesting {
  enter(frame: Frame): void;
  /** Notes a label that holds for what follows it in the body at hand. */
  label(position: number, text: string): void;
  at(position: number): Surroundings;
}

export function createNesting(): Nesting {
  const frames: Frame[] = [];
  const labels = new Map<Frame | undefined, string>();

  /** Frames whose body holds the position, innermost first. */
  const holding = (position: number): Frame[] => {
    while (frames.length > 0 && (frames.at(-1)?.end ?? 0) <= position) frames.pop();
    return frames.filter((frame) => frame.bodyStart <= position && position < frame.end).toReversed();
  };

  return {
    enter: (frame) => frames.push(frame),
    label: (position, text) => labels.set(holding(position)[0], text),
    at(position) {
      const held = holding(position);
      const enclosing = held.find((frame): frame is DefinitionFrame => frame.kind !== undefined);
      const scopes = held.slice(0, enclosing === undefined ? held.length : held.indexOf(enclosing));
      const names = scopes
        .map((scope) => scope.scopeName)
        .filter((name) => name !== undefined && name !== '');
      return {
        enclosing,
        scopeName: names.length === 0 ? undefined : names.toReversed().join('.'),
        scopeHead: scopes[0]?.scopeHead,
        section: labels.get(held[0]),
      };
    },
  };
}
