/**
 * Captured definitions with their ranges settled: wrappers and attributes are part of a definition, comments above it or
 * a docstring in it are its documentation, and its body begins after the comments that follow its head.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange } from '../../ports/parser.ts';
import type { CapturedDefinition, Captures } from './captures.ts';
import { beforeComments, collectLeads, readLeading } from './leading-comments.ts';
import type { Lead } from './leading-comments.ts';
import type { LanguageRules } from './languages/language.ts';

/** A definition with its range settled and its surroundings still open. */
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
  readonly leads: readonly Lead[];
  /** By their starts, which are the starts of bodies. */
  readonly docstrings: ReadonlyMap<number, SyntaxRange>;
}

export function placeDefinitions(text: string, captures: Captures, rules: LanguageRules): PlacedDefinition[] {
  const leads = collectLeads(text, captures.comments, captures.attributes);
  const docstrings = new Map(captures.docstrings.map((range) => [range.start, range]));
  return withoutImported(captures).map((captured) =>
    place(captured, { text, captures, rules, leads, docstrings }),
  );
}

/** The segments of a path in the text, outermost first. */
export function segmentsOf(
  { start, end }: SyntaxRange,
  text: string,
  rules: LanguageRules,
): readonly string[] {
  const path = text.slice(start, end);
  return rules.splitName === undefined ? [path] : rules.splitName(path);
}

/** The segments of a definition's name: at least one, though it be spelled like what is left out of paths. */
export function nameSegments(range: SyntaxRange, text: string, rules: LanguageRules): readonly string[] {
  const segments = segmentsOf(range, text, rules);
  return segments.length > 0 ? segments : [text.slice(range.start, range.end)];
}

/** A name that an import statement brings (`const fs = require('fs')`) is not defined here. */
function withoutImported({ definitions, imports }: Captures): CapturedDefinition[] {
  return definitions.filter(({ name }) => {
    const after = lowerBound(imports.length, (at) => (imports[at]?.start ?? Infinity) <= name.start);
    return (imports[after - 1]?.end ?? -1) <= name.start;
  });
}

function place(
  captured: CapturedDefinition,
  { text, captures, rules, leads, docstrings }: Surrounding,
): PlacedDefinition {
  const outer = captures.outers.get(captured.name.start) ?? captured;
  const end = Math.max(outer.end, captured.end);
  const leading = readLeading(text, Math.min(outer.start, captured.start), leads);
  const last = nameSegments(captured.name, text, rules).at(-1) ?? '';
  const within = text.slice(captured.name.start, captured.name.end).lastIndexOf(last);
  return {
    captured,
    start: leading.start,
    end,
    nameStart: captured.name.start + Math.max(within, 0),
    bodyStart:
      captured.bodyStart === undefined
        ? bodyless(text, captured, end)
        : beforeComments(text, captured.bodyStart, leads),
    documentation:
      (captured.bodyStart === undefined ? undefined : docstrings.get(captured.bodyStart)) ??
      leading.documentation,
  };
}

/** A value that takes several lines is the body of its variable: the signature is the first line. */
function bodyless(text: string, { kind, name }: CapturedDefinition, end: number): number {
  if (kind !== 'constant' && kind !== 'variable' && kind !== 'property' && kind !== 'macro') return end;
  const lineEnd = text.indexOf('\n', name.end);
  return lineEnd === -1 ? end : Math.min(lineEnd, end);
}
