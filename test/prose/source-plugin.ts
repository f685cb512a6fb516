/** Implements a textlint plugin that converts the prose of TypeScript and Svelte files to a syntax tree. */
import { ASTNodeTypes, type TxtDocumentNode, type TxtParagraphNode } from '@textlint/ast-node-types';
import type { TextlintMessage } from '@textlint/types';
import { findProse, type ProseSpan } from './read-prose.ts';

class SourceProcessor {
  availableExtensions(): string[] {
    return ['.ts', '.svelte'];
  }

  processor() {
    return {
      preProcess: (text: string, path = 'source.ts'): TxtDocumentNode => toDocument(path, text),
      postProcess: (messages: TextlintMessage[], path = 'source.ts') => ({ messages, filePath: path }),
    };
  }
}

export const sourcePlugin = { Processor: SourceProcessor };

function toDocument(path: string, text: string): TxtDocumentNode {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const toPosition = (offset: number) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) };
  };
  const createNode = ({ start, end }: ProseSpan) => ({
    raw: text.slice(start, end),
    range: [start, end] as const,
    loc: { start: toPosition(start), end: toPosition(end) },
  });
  const children = findProse(path, text).map((span): TxtParagraphNode => {
    const node = createNode(span);
    return {
      type: ASTNodeTypes.Paragraph,
      ...node,
      children: [{ type: ASTNodeTypes.Str, ...node, value: node.raw }],
    };
  });
  return { type: ASTNodeTypes.Document, ...createNode({ start: 0, end: text.length }), children };
}
