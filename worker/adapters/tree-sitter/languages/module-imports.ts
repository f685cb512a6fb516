/**
 * Reads import statements of JavaScript and TypeScript: `import`, `export … from`, `import(…)` and `require(…)`, the last two alone or with the
 * variables they are assigned to.
 */

import type { ImportedBinding, ImportedModule } from './language.ts';

/** Matches the module's name; the match starts at the keyword before it. */
const source = /(?:\bfrom|^import(?:\s+type)?|\b(?:require|import)\s*\()\s*(["'`])([^"'`\n]+)\1/;
/** Matches a call that imports, alone or assigned to variables. */
const call = /^(?:(?:\{[^}]*\}|[\w$]+)\s*(?::[^=]*)?=\s*(?:await\s+)?)?(?:require|import)\s*\(/;
/** Maximum UTF-16 units read of the variables before such a call. */
const maxVariables = 2_000;
const strings = /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|\/\/.*$/gm;
/** Matches a name in the module, and its local name. */
const part = /(?:\btype\s+(?!as\b))?([\w$]+|"[^"]*"|'[^']*')(?:\s*(?:\bas\b|:)\s*([\w$]+|"[^"]*"|'[^']*'))?/y;

export function readModuleImports(importText: string): ImportedModule[] {
  const isStatement = /^(?:import|export)\b(?!\s*\()/.test(importText);
  if (!isStatement && !call.test(importText.slice(0, maxVariables))) return [];
  // Replaces comments with spaces, which preserves positions.
  const statement = importText.replaceAll(strings, (found) =>
    found.startsWith('/') ? found.replaceAll(/[^\n]/g, ' ') : found,
  );
  const moduleMatch = source.exec(statement);
  const module = moduleMatch?.[2];
  if (moduleMatch === null || module === undefined) return [];
  const clause = statement.slice(0, moduleMatch.index);
  if (statement.startsWith('export')) return [readExport(module, clause)];
  const bindings = isStatement
    ? readImport(clause)
    : readVariables(clause, statement.slice(moduleMatch.index));
  return [{ module, names: bindings.map(({ local }) => local), bindings }];
}

/** Reads a re-export, which introduces no local name. */
function readExport(module: string, clause: string): ImportedModule {
  const star = /\*(?:\s*as\s+([\w$]+|"[^"]*"|'[^']*'))?/.exec(clause);
  const bindings = star === null ? readBraces(clause) : bindNamespace(star[1], star.index);
  return { module, names: [], bindings, wildcard: star !== null && star[1] === undefined, reexported: true };
}

function readImport(clause: string): ImportedBinding[] {
  const head =
    /^import(?:\s+(?:type|defer))?(?=\s+[\w$*{]|\s*[{*])(?!\s+from\b)/.exec(clause)?.[0] ?? 'import';
  const required = /^\s*([\w$]+)\s*=/.exec(clause.slice(head.length));
  if (required !== null) return bindNamespace(required[1], head.length);
  const first = /^\s*([\w$]+)/.exec(clause.slice(head.length));
  const star = /\*\s*as\s+([\w$]+)/.exec(clause);
  return [
    ...(first?.[1] === undefined
      ? []
      : [{ imported: 'default', local: first[1], at: head.length + first[0].length - first[1].length }]),
    ...(star === null ? [] : bindNamespace(star[1], star.index)),
    ...readBraces(clause),
  ];
}

/** Reads `x = require('m')`, `x = require('m').y` and `{ a, b: c } = await import('m')`. */
function readVariables(clause: string, call: string): ImportedBinding[] {
  const name = /^\s*([\w$]+)\b/.exec(clause)?.[1];
  if (name === undefined) return readBraces(clause);
  const member = /\)\s*\.\s*([\w$]+)\s*$/.exec(call)?.[1];
  return /^\s*[\w$]+\s*(?::[^=]*)?=/.test(clause) ? [{ imported: member ?? '*', local: name }] : [];
}

function bindNamespace(local: string | undefined, at: number): ImportedBinding[] {
  return local === undefined ? [] : [{ imported: '*', local: withoutQuotes(local), at }];
}

/** Reads the names between braces. */
function readBraces(clause: string): ImportedBinding[] {
  const open = clause.indexOf('{');
  const close = clause.lastIndexOf('}');
  if (open === -1 || close === -1) return [];
  const bindings: ImportedBinding[] = [];
  let at = open + 1;
  for (const item of clause.slice(open + 1, close).split(',')) {
    part.lastIndex = item.length - item.trimStart().length;
    const [, imported = '', local = imported] = part.exec(item) ?? [];
    if (imported !== '')
      bindings.push({
        imported: withoutQuotes(imported),
        local: withoutQuotes(local),
        at: at + item.search(/\S/),
      });
    at += item.length + 1;
  }
  return bindings;
}

function withoutQuotes(name: string): string {
  return name.replaceAll(/["']/g, '');
}
