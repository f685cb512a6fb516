/** Tests one fixture per language: definitions, names, signatures, documentation, complexity and imports. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import type { ChunkedFile } from '../../../../worker/core/code/chunk.ts';
import { chunkFile } from '../../../../worker/ingestion/chunks/chunk-file.ts';
import { c } from './languages/c.ts';
import { cpp } from './languages/cpp.ts';
import { csharp } from './languages/csharp.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { javascript } from './languages/javascript.ts';
import type { LanguageSpec } from './languages/language-spec.ts';
import { php } from './languages/php.ts';
import { python } from './languages/python.ts';
import { outlineRows, referenceRows } from './languages/reference-rows.ts';
import { ruby } from './languages/ruby.ts';
import { rust } from './languages/rust.ts';
import { tsx } from './languages/tsx.ts';
import { typescript } from './languages/typescript.ts';

const parser = createTreeSitterParser();
const specs = { c, cpp, csharp, go, java, javascript, php, python, ruby, rust, tsx, typescript };

const listLines = (text = ''): string[] => text.trim().split(/\n\s*/);

it('has a spec for every language with a grammar', () =>
  expect(Object.keys(specs)).toEqual([...parser.languages]));

describe.each(Object.entries<LanguageSpec>(specs))('%s', (language, spec) => {
  const read = (text: string): Promise<ChunkedFile> =>
    chunkFile({ path: 'file', language, text }, { parser, budget: { minTokens: 50, maxTokens: 512 } });
  /** Returns the last definition with this name, which has the body if there are overloads. */
  const findIn = async (name: string) =>
    (await read(spec.source)).symbols.findLast((symbol) => symbol.qualifiedName === name);

  it('finds every definition, with its lines, kind, name, and whether it is exported', async () => {
    const { symbols, degraded } = await read(spec.source);
    const rows = symbols.map(
      ({ startLine, endLine, kind, qualifiedName, exported }) =>
        `${startLine}-${endLine} ${kind} ${qualifiedName}${exported ? ' +' : ''}`,
    );
    expect(rows).toEqual(listLines(spec.symbols));
    expect(degraded).toBe(false);
  });

  it('reports the line of each name', async () => {
    const lines = spec.source.split('\n');
    for (const { name, nameLine } of (await read(spec.source)).symbols) {
      expect(lines[nameLine - 1]).toContain(name);
    }
  });

  it.each(Object.entries(spec.signatures))('returns the signature of %s', async (name, signature) => {
    expect((await findIn(name))?.signature).toBe(signature);
  });

  it.each(Object.entries(spec.documentation))('reads the documentation of %s', async (name, expected) => {
    const symbol = await findIn(name);
    const { startLine, endLine } = symbol?.documentationLines ?? {};
    expect({ lines: `${startLine}-${endLine}`, text: symbol?.documentation }).toEqual(expected);
  });

  it('counts branch points', async () => {
    const functions = (await read(spec.source)).symbols.filter(
      ({ kind, complexity }) => complexity > 1 && /function|method|component/.test(kind),
    );
    const counted = Object.fromEntries(functions.map((symbol) => [symbol.qualifiedName, symbol.complexity]));
    expect(counted).toEqual(spec.complexity);
  });

  it('reads imports and types', async () => {
    const tree = await parser.parse(spec.source, language);
    const imports = tree?.imports.map(({ module, names }) => [
      module,
      ...(names.length > 0 ? [names.join(' ')] : []),
    ]);
    expect(imports?.map((parts) => parts.join(': '))).toEqual(spec.imports);
    expect([...new Set(tree?.types.map(({ name }) => name))].join(' ')).toBe(spec.types);
    tree?.dispose();
  });

  it.skipIf(spec.references === undefined)('finds every reference and its position', async () => {
    expect(referenceRows(await read(spec.source))).toEqual(listLines(spec.references));
  });

  it.skipIf(spec.outline === undefined)('reads imports, exports, bindings and return types', async () => {
    expect(outlineRows(await read(spec.source))).toEqual(listLines(spec.outline));
  });

  it('finds definitions after a syntax error', async () => {
    const { symbols, chunks, degraded } = await read(spec.invalidSyntax);
    expect(symbols.map((symbol) => symbol.qualifiedName)).toContain(spec.intactDefinition);
    expect(chunks.map((chunk) => chunk.raw).join('')).toBe(spec.invalidSyntax);
    expect(degraded).toBe(true);
  });
});
