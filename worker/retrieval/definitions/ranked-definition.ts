/** Defines a definition that ranking found for a question: the unit that evidence and `…/context` show. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { FileRole } from '../../core/files/file.ts';

/** A function, method, class, constant or documentation section, with its whole range of lines: documentation above it included. */
export interface RankedDefinition extends SpanPosition {
  /** Qualified name, or the heading trail of a section; undefined for text outside any definition. */
  readonly symbol: string | undefined;
  /** `function`, `method`, `class`, …; `section` for documentation; `text` otherwise. */
  readonly kind: string;
  readonly role: FileRole;
  readonly language: string;
  /** 0 to 1; 1 is the best of the question. */
  readonly score: number;
  /** The score's components, by ranking signal. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Lines of the definition that match the question best, for a definition too long to show whole; sorted, may be empty. */
  readonly matches: readonly SpanPosition[];
}
