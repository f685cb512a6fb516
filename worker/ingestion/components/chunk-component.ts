/**
 * Chunks Svelte and Vue files: scripts by their grammar at their own offsets, markup and styles by
 * indentation. A component's name is its file name and not part of the text, so no symbol represents it.
 */

import type { ChunkBudget, ChunkedFile, ChunkKind } from '../../core/code/chunk.ts';
import type { Parser, SyntaxNode, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';
import { chunkCode } from '../chunks/chunk-code.ts';
import { collectComponentNames } from './component-names.ts';
import type { ParsedComponent } from './component-names.ts';
import { findComponentParts } from './component-parts.ts';
import type { ComponentPart } from './component-parts.ts';
import { findMarkupExpressions } from './markup-expressions.ts';
import { measureText } from '../chunks/measured-text.ts';
import type { MeasuredText } from '../chunks/measured-text.ts';
import { buildIndentationTree } from '../chunks/indentation-tree.ts';

/**
 * Maximum number of parsed scripts, because each parse also reads the text before the script. A component
 * usually has two scripts at most. Further scripts are split by indentation.
 */
const maxScripts = 8;

export async function chunkComponent(
  text: string,
  language: string,
  { parser, budget }: { parser: Parser; budget: ChunkBudget },
): Promise<ChunkedFile> {
  const measured = measureText(text);
  const componentParts = findComponentParts(text);
  const { paths, script } = findMarkupExpressions(text, componentParts, language);
  // Parse the expressions before the scripts: a parse that exhausts memory loses the trees made before it,
  // and the script trees are still needed.
  const expressions = script === undefined ? undefined : await parser.parse(script, 'typescript');
  expressions?.dispose();
  let scripts = 0;
  const parts = await Promise.all(
    componentParts.map(async (part) => {
      const isParsed = part.kind === 'script' && ++scripts <= maxScripts;
      return { part, tree: isParsed ? await parseScript(text, part, parser) : undefined };
    }),
  );
  // The trees share the parser's memory: a script that exhausts it invalidates the trees before it.
  const usableParts = parts.map(({ part, tree }) => ({
    part,
    tree: tree?.isLost() === true ? undefined : tree,
  }));
  try {
    const tree = combineTrees(usableParts, measured, { paths, expressions });
    return chunkCode(text, tree, { budget, isPart, otherKindAt: createKindReader(componentParts) });
  } finally {
    for (const { tree } of parts) tree?.dispose();
  }
}

/** Parses a script in place: the text before it is blanked out, so that offsets need no translation. */
async function parseScript(
  text: string,
  part: ComponentPart,
  parser: Parser,
): Promise<SyntaxTree | undefined> {
  const before = text.slice(0, part.inner.start).replaceAll(/[^\n]/g, ' ');
  const isTyped = part.language === 'ts' || part.language === 'tsx' || part.language === 'typescript';
  return parser.parse(
    before + text.slice(part.inner.start, part.inner.end),
    isTyped ? 'typescript' : 'javascript',
  );
}

interface ParsedPart {
  readonly part: ComponentPart;
  readonly tree: SyntaxTree | undefined;
}

function combineTrees(
  parts: readonly ParsedPart[],
  measured: MeasuredText,
  markup: Pick<ParsedComponent, 'paths' | 'expressions'>,
): SyntaxTree {
  const trees = parts.flatMap(({ tree }) => (tree === undefined ? [] : [tree]));
  const nodes = parts.map((parsed) => createPartNode(parsed, measured));
  return {
    root: { kind: 'component', start: 0, end: measured.text.length, isLeading: false, children: () => nodes },
    definitions: trees.flatMap((tree) => tree.definitions),
    imports: trees.flatMap((tree) => tree.imports),
    types: trees.flatMap((tree) => tree.types),
    names: collectComponentNames({
      text: measured.text,
      parts: parts.map(({ part }) => part),
      scripts: trees,
      ...markup,
    }),
    comments: trees.flatMap((tree) => tree.comments),
    branches: trees.flatMap((tree) => tree.branches),
    hasError: parts.some(({ part, tree }) => part.kind === 'script' && tree?.hasError !== false),
    isLost: () => trees.some((tree) => tree.isLost()),
    dispose: () => undefined,
  };
}

function createPartNode({ part, tree }: ParsedPart, measured: MeasuredText): SyntaxNode {
  const { kind, start, end, inner } = part;
  const createInnerNodes = () => {
    const lines = {
      first: measured.lineAt(inner.start),
      last: measured.lineAt(Math.max(inner.end - 1, inner.start)),
    };
    return buildIndentationTree(measured, lines).map((node) => clipNode(node, inner));
  };
  const children = () => [
    createTagNode({ start, end: inner.start }),
    ...(tree === undefined ? createInnerNodes() : tree.root.children()),
    createTagNode({ start: inner.end, end }),
  ];
  return { kind, start, end, isLeading: false, children };
}

/** Returns a function that names the kind of an offset outside of scripts. */
function createKindReader(parts: readonly ComponentPart[]): (offset: number) => ChunkKind | undefined {
  return (offset) => {
    const part = parts.find(({ start, end }) => start <= offset && offset < end);
    if (part?.kind === 'script') return undefined;
    return part?.kind === 'style' ? 'style' : 'markup';
  };
}

function isPart({ kind }: SyntaxNode): boolean {
  return kind === 'script' || kind === 'style' || kind === 'template';
}

function createTagNode(range: SyntaxRange): SyntaxNode {
  return { ...range, kind: 'tag', isLeading: false, children: () => [] };
}

/** Clips a node to the range inside the tags, which share the part's first and last line. */
function clipNode(node: SyntaxNode, { start, end }: SyntaxRange): SyntaxNode {
  return { ...node, start: Math.max(node.start, start), end: Math.min(node.end, end) };
}
