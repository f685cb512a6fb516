/**
 * Finds the prose of a source file: comments, and the sentences that a person reads in strings and markup. Each span keeps its position in the
 * file, so that a message reports the right line. Names in backticks and URLs are code, not prose.
 */
import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** Half-open offsets in the file, in UTF-16 code units. */
export interface ProseSpan {
  readonly start: number;
  readonly end: number;
}

/** A string with fewer words is a label or a key. A label in markup is read as text regardless. */
const minWordsPerSentence = 4;
const readAttributes = new Set(['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'label']);

/** Word lists that the code matches against questions and claims. They are data, not prose. */
const wordLists = /(?:checks\/vocabulary|describing-words|word-forms|question-breadth|wrapper-folder)\.ts$/;

/**
 * Strings in tests are data, so only comments and titles of tests are read.
 *
 * @param path decides how the text is read: `.svelte`, or TypeScript
 */
export function findProse(path: string, text: string): readonly ProseSpan[] {
  const spans = path.endsWith('.svelte')
    ? findInComponent(text)
    : findInScript(text, { start: 0, end: text.length }, selectStringFilter(path));
  return spans.flatMap((span) => excludeCode(text, span)).toSorted((a, b) => a.start - b.start);
}

type ReadString = (node: ts.Node) => boolean;

function selectStringFilter(path: string): ReadString {
  if (wordLists.test(path)) return () => false;
  return /(?:^|\/)test\//.test(path) ? isTestTitle : isSentence;
}

function findInScript(
  text: string,
  { start, end }: ProseSpan,
  isRead: ReadString = isSentence,
): readonly ProseSpan[] {
  const script = text.slice(start, end);
  const source = ts.createSourceFile('source.ts', script, ts.ScriptTarget.Latest, true);
  const spans = new Map<number, ProseSpan>();
  const add = (from: number, to: number): void => {
    spans.set(from, { start: start + from, end: start + to });
  };
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(script, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(script, node.getEnd()) ?? []),
    ])
      add(range.pos, range.end);
    if (isRead(node)) add(node.getStart(source), node.getEnd());
    ts.forEachChild(node, visit);
  };
  visit(source);
  visit(source.endOfFileToken);
  return [...spans.values()];
}

/** Whether a node is the first argument of `describe`, `it` or `test`, also after `.each(…)` and similar calls. */
function isTestTitle(node: ts.Node): boolean {
  const { parent } = node;
  if (!isSentence(node) || !ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  return /^(?:describe|it|test)\b/.test(parent.expression.getText());
}

/** Whether a node is a literal of several words, or a part of a template that contains several words. */
function isSentence(node: ts.Node): boolean {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return hasWords(node.text);
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
    const template = ts.isTemplateHead(node) ? node.parent : node.parent.parent;
    return hasWords(template.getText());
  }
  return false;
}

const sql = /\b(?:SELECT|INSERT|UPDATE|DELETE|JOIN)\b/;

function hasWords(text: string): boolean {
  if (sql.test(text)) return false;
  return (text.match(/(?<![\w-])[A-Za-z][a-z’']*(?=[\s.,;:!?]|$)/g) ?? []).length >= minWordsPerSentence;
}

interface Markup {
  readonly type?: string;
  readonly start?: number;
  readonly end?: number;
  readonly name?: string;
}

function findInComponent(text: string): readonly ProseSpan[] {
  const spans: ProseSpan[] = [];
  const visit = (node: Markup, isRead: boolean): void => {
    const { type, start, end } = node;
    if (type === 'Script' || type === 'Program' || type === 'ExpressionTag') {
      if (start !== undefined && end !== undefined) spans.push(...scriptSpans(text, node, { start, end }));
      return;
    }
    if (type === 'StyleSheet') return;
    if (start !== undefined && end !== undefined && (type === 'Comment' || (type === 'Text' && isRead)))
      spans.push({ start, end });
    const isReadBelow = type === 'Attribute' ? readAttributes.has(node.name ?? '') : isRead;
    for (const child of listChildren(node)) visit(child, isReadBelow);
  };
  visit(parse(text, { modern: true }) as Markup, true);
  return spans;
}

function scriptSpans(text: string, node: Markup, { start, end }: ProseSpan): readonly ProseSpan[] {
  if (node.type !== 'Script') return findInScript(text, { start: start + 1, end: end - 1 });
  const scriptStart = text.indexOf('>', start) + 1;
  return findInScript(text, { start: scriptStart, end: text.lastIndexOf('</script', end) });
}

function listChildren(node: object): readonly Markup[] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'parent' || key === 'metadata') return [];
    return (Array.isArray(value) ? value : [value]).filter(
      (child): child is Markup => typeof child === 'object' && child !== null,
    );
  });
}

/** Returns the parts of a span outside `backticks` and URLs. */
function excludeCode(text: string, { start, end }: ProseSpan): readonly ProseSpan[] {
  const spans: ProseSpan[] = [];
  const isTemplate = text[start] === '`';
  let from = start;
  const code = isTemplate ? /https?:\/\/\S+/g : /`[^`\n]*`|https?:\/\/\S+/g;
  for (const match of text.slice(start, end).matchAll(code)) {
    if (start + match.index > from) spans.push({ start: from, end: start + match.index });
    from = start + match.index + match[0].length;
  }
  if (from < end) spans.push({ start: from, end });
  return spans;
}
