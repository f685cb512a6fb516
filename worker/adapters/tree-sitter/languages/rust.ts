/**
 * Rust: items of an `impl` belong to its type. Items with `pub` and items that implement a trait are exported. Variants are exported if their
 * enum is.
 */

import type { ImportedModule, LanguageRules } from './language.ts';
import { rustQuery } from './rust-query.ts';

export const rust: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm'),
  query: rustQuery,
  isExported: ({ kind, head, scopeHead, enclosing }) => {
    if (enclosing?.kind === 'function' || enclosing?.kind === 'method') return false;
    const isPublic = /\bpub\b/.test(head) || kind === 'macro' || /\bfor\b/.test(scopeHead ?? '');
    return isPublic || ((enclosing?.kind === 'trait' || enclosing?.kind === 'enum') && enclosing.exported);
  },
  readImports,
  splitName,
  // A `Result` is treated as its content, and calls that only unwrap, borrow or copy are ignored.
  preparePath: (text) =>
    text
      .replace(/^(?:\w+::)*Result</, 'Option<')
      .replaceAll(
        /\.(?:unwrap|clone|as_ref|as_mut|borrow|borrow_mut|to_owned|expect)\((?:"[^"\\]*")?\)/g,
        '',
      ),
};

/** Splits `&'a mut dyn fmt::Display<T>` into `fmt` and `Display`. */
function splitName(text: string): string[] {
  const pathText = text.replace(/<[\s\S]*$/, '').replaceAll(/&|'\w+|\b(mut|dyn)\s/g, '');
  return pathText.split('::').map((part) => part.trim());
}

/**
 * Returns one module per path: `use a::{b, c::{d as e}}` imports `b` from `a.b` and `e` from `a.c.d`. A module declared without a body is a file
 * that the declaration imports: `mod x;` binds `x` to `self.x`.
 */
function readImports(statement: string): ImportedModule[] {
  const text = statement.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (comment) => ' '.repeat(comment.length));
  const declaredModule = /\bmod\s+(?:r#)?([\p{L}_][\p{L}\p{N}_]*)\s*;$/u.exec(text)?.[1];
  if (declaredModule !== undefined) {
    return [
      { module: `self.${declaredModule}`, names: [], bindings: [{ imported: '*', local: declaredModule }] },
    ];
  }
  const head = /^[\s\S]*?\b(?:use|extern\s+crate)\s+/.exec(text)?.[0] ?? '';
  const modules: ImportedModule[] = [];
  const prefixes: string[] = [''];
  for (const match of text.slice(head.length).matchAll(/([^{},;]*)([{},;]|$)/g)) {
    const [, itemText = '', delimiter = ''] = match;
    const segment = itemText.trim();
    const path = (prefixes.at(-1) ?? '') + segment;
    if (delimiter === '{') prefixes.push(path);
    else if (segment !== '') {
      const offset = head.length + match.index + itemText.length - itemText.trimStart().length;
      modules.push(toImportedModule(path, { offset, reexported: /\bpub\b/.test(head) }));
    }
    if (delimiter === '}') prefixes.pop();
  }
  return modules;
}

function toImportedModule(
  path: string,
  { offset, reexported }: { offset: number; reexported: boolean },
): ImportedModule {
  const [importedName = path, alias] = path.split(/\s+as\s+/);
  const segments = importedName.split('::').map((segment) => segment.trim().replace(/^r#/, ''));
  const namedSegments = segments.filter((segment) => segment !== '' && segment !== '*');
  const steps =
    namedSegments.at(-1) === 'self' && namedSegments.length > 1 ? namedSegments.slice(0, -1) : namedSegments;
  const module = steps.join('.');
  if (segments.at(-1) === '*') return { module, names: [], wildcard: true, reexported };
  const local = alias ?? steps.at(-1) ?? module;
  if (local === '_') return { module, names: [], reexported };
  return { module, names: [local], bindings: [{ imported: '*', local, offset }], reexported };
}
