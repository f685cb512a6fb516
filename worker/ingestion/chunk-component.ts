/**
 * Svelte and Vue files to chunks: scripts by their grammar, at their own place in the file; markup and styles by
 * indentation. The component's own name is its file's and no part of the text, so no symbol bears it.
 */

import type { ChunkBudget, ChunkedFile } from '../core/chunk.ts';
import type { Parser, SyntaxNode, SyntaxRange, SyntaxTree } from '../ports/parser.ts';
import { chunkCode } from './chunk-code.ts';
import { componentNames } from './component-names.ts';
import type { ParsedComponent } from './component-names.ts';
import { componentParts } from './component-parts.ts';
import type { ComponentPart } from './component-parts.ts';
import { markupExpressions } from './markup-expressions.ts';
import { measureText } from './measured-text.ts';
import type { MeasuredText } from './measured-text.ts';
import { scanText } from './scan-text.ts';

/** Each script parsed costs the length of what stands before it; a component has two. The rest are cut by indentation. */
const maxScripts = 8;

export async function chunkComponent(
  text: string,
  language: string,
  { parser, budget }: { parser: Parser; budget: ChunkBudget },
): Promise<ChunkedFile> {
  const measured = measureText(text);
  const cut = componentParts(text);
  const { paths, script } = markupExpressions(text, cut, language);
  // Before the scripts, whose trees are still walked later: a parse that fails badly loses those made before it.
  const expressions = script === undefined ? undefined : await parser.parse(script, 'typescript');
  expressions?.dispose();
  let scripts = 0;
  const parts = await Promise.all(
    cut.map(async (part) => {
      const isParsed = part.kind === 'script' && ++scripts <= maxScripts;
      return { part, tree: isParsed ? await parseScript(text, part, parser) : undefined };
    }),
  );
  // The trees share the parser's memory: a script that exhausts it loses the scripts before it.
  const intact = parts.map(({ part, tree }) => ({ part, tree: tree?.isLost() === true ? undefined : tree }));
  try {
    return chunkCode(text, assemble(intact, measured, { paths, expressions }), { budget, isPart });
  } finally {
    for (const { tree } of parts) tree?.dispose();
  }
}

/** Parses a script where it stands: everything before it is blanked out, so that offsets need no translation. */
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

function assemble(
  parts: readonly ParsedPart[],
  measured: MeasuredText,
  markup: Pick<ParsedComponent, 'paths' | 'expressions'>,
): SyntaxTree {
  const trees = parts.flatMap(({ tree }) => (tree === undefined ? [] : [tree]));
  const nodes = parts.map((parsed) => partNode(parsed, measured));
  return {
    root: { kind: 'component', start: 0, end: measured.text.length, leads: false, children: () => nodes },
    definitions: trees.flatMap((tree) => tree.definitions),
    imports: trees.flatMap((tree) => tree.imports),
    types: trees.flatMap((tree) => tree.types),
    names: componentNames({
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

function partNode({ part, tree }: ParsedPart, measured: MeasuredText): SyntaxNode {
  const { kind, start, end, inner } = part;
  const inside = () => {
    const lines = {
      first: measured.lineAt(inner.start),
      last: measured.lineAt(Math.max(inner.end - 1, inner.start)),
    };
    return scanText(measured, lines).map((node) => clip(node, inner));
  };
  const children = () => [
    tagNode({ start, end: inner.start }),
    ...(tree === undefined ? inside() : tree.root.children()),
    tagNode({ start: inner.end, end }),
  ];
  return { kind, start, end, leads: false, children };
}

function isPart({ kind }: SyntaxNode): boolean {
  return kind === 'script' || kind === 'style' || kind === 'template';
}

function tagNode(range: SyntaxRange): SyntaxNode {
  return { ...range, kind: 'tag', leads: false, children: () => [] };
}

/** Lines at the edges of a part are shared with its tags. */
function clip(node: SyntaxNode, { start, end }: SyntaxRange): SyntaxNode {
  return { ...node, start: Math.max(node.start, start), end: Math.min(node.end, end) };
}
