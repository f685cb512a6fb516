/**
 * Determines the ranges of captured definitions: wrappers and attributes are part of a definition, comments above it or a docstring in it are its
 * documentation, and its body starts after the comments that follow its head.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange } from '../../ports/parser.ts';
import type { CapturedDefinition, Captures } from './captures.ts';
import { skipCommentsBackward, collectLeadingRanges, readLeading } from './leading-comments.ts';
import type { LeadingRange } from './leading-comments.ts';
import type { LanguageRules } from './languages/language.ts';

/** A definition with its range, before its enclosing definitions are known. */
export interface PlacedDefinition extends SyntaxRange {
  readonly captured: CapturedDefinition;
  readonly nameStart: number;
  readonly bodyStart: number;
  readonly documentation: SyntaxRange | undefined;
}

interface Surrounding {
  readonly text: string;
  readonly captures: Captures;
  readonly rules: LanguageRules;
  readonly leadingRanges: readonly LeadingRange[];
  /** By their start, which is the start of a body. */
  readonly docstrings: ReadonlyMap<number, SyntaxRange>;
}

export function placeDefinitions(text: string, captures: Captures, rules: LanguageRules): PlacedDefinition[] {
  const leadingRanges = collectLeadingRanges(text, captures.comments, captures.attributes);
  const docstrings = new Map(captures.docstrings.map((range) => [range.start, range]));
  return withoutImported(captures).map((captured) =>
    place(captured, { text, captures, rules, leadingRanges, docstrings }),
  );
}

/** The segments of a path, outermost first. */
export function splitSegments(
  { start, end }: SyntaxRange,
  text: string,
  rules: LanguageRules,
): readonly string[] {
  const path = text.slice(start, end);
  return rules.splitName === undefined ? [path] : rules.splitName(path);
}

/** The segments of a definition's name: at least one, even if the language would leave it out of paths. */
export function nameSegments(range: SyntaxRange, text: string, rules: LanguageRules): readonly string[] {
  const segments = splitSegments(range, text, rules);
  return segments.length > 0 ? segments : [text.slice(range.start, range.end)];
}

/** Leaves out names that an import statement introduces (`const fs = require('fs')`). */
function withoutImported({ definitions, imports }: Captures): CapturedDefinition[] {
  return definitions.filter(({ name }) => {
    const after = lowerBound(imports.length, (at) => (imports[at]?.start ?? Infinity) <= name.start);
    return (imports[after - 1]?.end ?? -1) <= name.start;
  });
}

function place(
  captured: CapturedDefinition,
  { text, captures, rules, leadingRanges, docstrings }: Surrounding,
): PlacedDefinition {
  const outer = captures.outers.get(captured.name.start) ?? captured;
  const end = Math.max(outer.end, captured.end);
  const leading = readLeading(text, Math.min(outer.start, captured.start), leadingRanges);
  const last = nameSegments(captured.name, text, rules).at(-1) ?? '';
  const within = text.slice(captured.name.start, captured.name.end).lastIndexOf(last);
  return {
    captured,
    start: leading.start,
    end,
    nameStart: captured.name.start + Math.max(within, 0),
    bodyStart:
      captured.bodyStart === undefined
        ? endOfFirstLine(text, captured, end)
        : skipCommentsBackward(text, captured.bodyStart, leadingRanges),
    documentation:
      (captured.bodyStart === undefined ? undefined : docstrings.get(captured.bodyStart)) ??
      leading.documentation,
  };
}

/** The body of a variable starts after its first line, which is the signature. */
function endOfFirstLine(text: string, { kind, name }: CapturedDefinition, end: number): number {
  if (kind !== 'constant' && kind !== 'variable' && kind !== 'property' && kind !== 'macro') return end;
  const lineEnd = text.indexOf('\n', name.end);
  return lineEnd === -1 ? end : Math.min(lineEnd, end);
}
