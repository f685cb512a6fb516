/**
 * Determines the ranges of captured definitions. Wrappers and attributes are part of a definition, comments above it or a docstring in it are its
 * documentation, and its body includes the comments right before it.
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

interface PlacementContext {
  readonly text: string;
  readonly captures: Captures;
  readonly rules: LanguageRules;
  readonly leadingRanges: readonly LeadingRange[];
  /** Docstrings by their start, which is also the start of a body. */
  readonly docstrings: ReadonlyMap<number, SyntaxRange>;
}

export function placeDefinitions(text: string, captures: Captures, rules: LanguageRules): PlacedDefinition[] {
  const leadingRanges = collectLeadingRanges(text, captures.comments, captures.attributes);
  const docstrings = new Map(captures.docstrings.map((range) => [range.start, range]));
  return omitSecondNames(omitImported(captures)).map((captured) =>
    placeDefinition(captured, { text, captures, rules, leadingRanges, docstrings }),
  );
}

/** Splits a path into segments, outermost first. */
export function splitSegments(
  { start, end }: SyntaxRange,
  text: string,
  rules: LanguageRules,
): readonly string[] {
  const path = text.slice(start, end);
  return rules.splitName === undefined ? [path] : rules.splitName(path);
}

/** Returns the segments of a definition's name: at least one, even if the language would omit it from paths. */
export function nameSegments(range: SyntaxRange, text: string, rules: LanguageRules): readonly string[] {
  const segments = splitSegments(range, text, rules);
  return segments.length > 0 ? segments : [text.slice(range.start, range.end)];
}

/** Omits names that an import statement introduces (`const fs = require('fs')`). */
function omitImported({ definitions, imports }: Captures): CapturedDefinition[] {
  return definitions.filter(({ name }) => {
    const nextImport = lowerBound(
      imports.length,
      (index) => (imports[index]?.start ?? Infinity) <= name.start,
    );
    return (imports[nextImport - 1]?.end ?? -1) <= name.start;
  });
}

function isFunction({ kind }: CapturedDefinition): boolean {
  return kind === 'function' || kind === 'method';
}

/** Omits the own name of a function that is assigned to another name: in `const f = function g() {}`, `f` is the definition. */
function omitSecondNames(definitions: readonly CapturedDefinition[]): CapturedDefinition[] {
  const starts = new Map<number, number>();
  for (const { bodyStart, start } of definitions.filter(isFunction))
    if (bodyStart !== undefined) starts.set(bodyStart, Math.min(start, starts.get(bodyStart) ?? Infinity));
  return definitions.filter(
    (definition) =>
      definition.bodyStart === undefined ||
      !isFunction(definition) ||
      starts.get(definition.bodyStart) === definition.start,
  );
}

function placeDefinition(
  captured: CapturedDefinition,
  { text, captures, rules, leadingRanges, docstrings }: PlacementContext,
): PlacedDefinition {
  const outerRange = captures.outerRanges.get(captured.name.start) ?? captured;
  const end = Math.max(outerRange.end, captured.end);
  const leading = readLeading(text, Math.min(outerRange.start, captured.start), leadingRanges);
  const lastSegment = nameSegments(captured.name, text, rules).at(-1) ?? '';
  const nameOffset = text.slice(captured.name.start, captured.name.end).lastIndexOf(lastSegment);
  return {
    captured,
    start: leading.start,
    end,
    nameStart: captured.name.start + Math.max(nameOffset, 0),
    bodyStart:
      captured.bodyStart === undefined
        ? endOfFirstLine(text, captured, end)
        : skipCommentsBackward(text, captured.bodyStart, leadingRanges),
    documentation:
      (captured.bodyStart === undefined ? undefined : docstrings.get(captured.bodyStart)) ??
      leading.documentation,
  };
}

/** Returns where the body of a variable starts: after its first line, which is the signature. */
function endOfFirstLine(text: string, { kind, name }: CapturedDefinition, end: number): number {
  if (kind !== 'constant' && kind !== 'variable' && kind !== 'property' && kind !== 'macro') return end;
  const lineEnd = text.indexOf('\n', name.end);
  return lineEnd === -1 ? end : Math.min(lineEnd, end);
}
