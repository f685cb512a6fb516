/** Contract of every `Parser`: offsets are valid, nodes are ordered and nested, and any text has a tree. */
import { describe, expect, it } from 'vitest';
import type { Parser, SyntaxNode, SyntaxRange, SyntaxTree } from '../../worker/ports/parser.ts';

const source = `# Greets.
import os
from time import sleep as rest

class Greeter:
    """Says hello."""

    def greet(self, name: Name) -> str:
        # politely
        if name:
            rest(1)
        return "héllo 😀 " + name

    def part(self): pass
`;

const rangeText = ({ start, end }: SyntaxRange): string => source.slice(start, end);

export function parserContract(createParser: () => Parser): void {
  const parse = async (text: string, language = 'python'): Promise<SyntaxTree> => {
    const tree = await createParser().parse(text, language);
    if (tree === undefined) throw new Error('The text was not parsed.');
    return tree;
  };

  describe('a parser', () => {
    it('states its languages and version', () => {
      const parser = createParser();
      expect(parser.languages).toContain('python');
      expect(parser.version).toMatch(/^[\w.-]+$/);
    });

    it('returns no tree for an unknown language or a text over the limit', async () => {
      const parser = createParser();
      expect(await parser.parse('x', 'klingon')).toBeUndefined();
      expect(await parser.parse('x', 'toString')).toBeUndefined();
      expect(await parser.parse('x'.repeat(parser.maxLength + 1), 'python')).toBeUndefined();
    });

    it('counts offsets in UTF-16 code units', async () => {
      const { definitions, imports, types, comments, branches, dispose } = await parse(source);
      expect(
        definitions.map(({ name, nameStart }) => source.slice(nameStart, nameStart + name.length)),
      ).toEqual(['Greeter', 'greet', 'part']);
      expect(definitions.map(rangeText).map((text) => text.split('\n')[0])).toEqual([
        'class Greeter:',
        'def greet(self, name: Name) -> str:',
        'def part(self): pass',
      ]);
      expect(imports.map(rangeText)).toEqual(['import os', 'from time import sleep as rest']);
      expect(types).toEqual([{ name: 'Name', start: source.indexOf('Name)') }]);
      expect(comments.map(rangeText)).toEqual(['# Greets.', '"""Says hello."""', '# politely']);
      expect(branches).toEqual([source.indexOf('if name')]);
      dispose();
    });

    it('reports references, bindings and return types with positions', async () => {
      const { names, imports, dispose } = await parse(source);
      const { references, bindings, returns } = names;
      expect(references.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
        'type Name',
        'value name',
        'call rest',
      ]);
      expect(bindings.map(({ name, type, member }) => ({ name, type, member }))).toEqual([
        { name: 'name', type: 'Name', member: false },
      ]);
      for (const { name, start } of [...references, ...bindings]) {
        expect(source.slice(start, start + name.length)).toBe(name);
      }
      expect(returns).toEqual([{ type: 'str', start: source.indexOf('str:') }]);
      expect(imports.flatMap((statement) => statement.bindings)).toEqual([
        { imported: 'os', local: 'os', start: source.indexOf('os') },
        { imported: 'sleep', local: 'rest', start: source.indexOf('sleep') },
      ]);
      dispose();
    });

    it('reports the start of a body and its documentation', async () => {
      const { definitions, dispose } = await parse(source);
      const [greeter, greet] = definitions;
      expect(greeter?.documentation && rangeText(greeter.documentation)).toBe('"""Says hello."""');
      expect(source.slice(greet?.start, greet?.bodyStart).trim()).toBe('def greet(self, name: Name) -> str:');
      expect(greet?.complexity).toBe(2);
      dispose();
    });

    it('returns children in order within their parent, with comments marked as leading', async () => {
      const { root, dispose } = await parse(source);
      const leadingComments: string[] = [];
      const visit = (node: SyntaxNode): void => {
        if (node.isLeading) leadingComments.push(rangeText(node));
        let at = node.start;
        for (const child of node.children()) {
          expect(child.start).toBeGreaterThanOrEqual(at);
          expect(child.end).toBeLessThanOrEqual(node.end);
          at = child.end;
          visit(child);
        }
      };
      visit(root);
      expect(leadingComments).toEqual(['# Greets.', '# politely']);
      dispose();
    });

    it.each(['', ' ', '\n', '\0', '\ufeff', '}{', 'def', '\ud800', '"""', 'class\tX:\r\n\tpass\r\n'])(
      'returns a tree for %j',
      async (text) => (await createParser().parse(text, 'python'))?.dispose(),
    );

    it('reports syntax errors and parses the remaining text', async () => {
      const tree = await parse('def broken(:\n\ndef whole():\n    pass\n');
      expect(tree.hasError).toBe(true);
      expect(tree.definitions.map(({ name }) => name)).toContain('whole');
      tree.dispose();
    });

    it('separates trees that exist at the same time', async () => {
      const parser = createParser();
      const trees = await Promise.all(['a = 1', 'b = 2\nc = 3'].map((text) => parser.parse(text, 'python')));
      expect(trees.map((tree) => tree?.root.children().length)).toEqual([1, 2]);
      for (const tree of trees) tree?.dispose();
    });
  });
}
