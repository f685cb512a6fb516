/**
 * Reads import statements of JavaScript and TypeScript: `import`, `export … from`, `import(…)` and `require(…)`, the last two alone or with the
 * variables they are assigned to.
 */

import type { ImportedBinding, ImportedModule } from './language.ts';

/** Matches the module's name; the match starts at the keyword before it. */
const moduleSource = /(?:\bfrom|^import(?:\s+type)?|\b(?:require|import)\s*\()\s*(["'`])([^"'`\n]+)\1/;
/** Matches a call that imports, alone or assigned to variables. */
const importCall = /^(?:(?:\{[^}]*\}|[\w$]+)\s*(?::[^=]*)?=\s*(?:await\s+)?)?(?:require|import)\s*\(/;
/** Maximum UTF-16 units read of the variables before such a call. */
const maxVariables = 2_000;
const stringsAndComments = /(["'`])(?:\\.|(?!\1)[^\\])*\1|\/\*[\s\S]*?\*\/|\/\/.*$/gm;
/** Matches a name in the module, and its local name. */
const bindingPattern =
  /(?:\btype\s+(?!as\b))?([\w$]+|"[^"]*"|'[^']*')(?:\s*(?:\bas\b|:)\s*([\w$]+|"[^"]*"|'[^']*'))?/y;

export function readModuleImports(importText: string): ImportedModule[] {
  const isStatement = /^(?:import|export)\b(?!\s*\()/.test(importText);
  if (!isStatement && !importCall.test(importText.slice(0, maxVariables))) return [];
  // Replaces comments with spaces, which preserves positions.
  const statement = importText.replaceAll(stringsAndComments, (token) =>
    token.startsWith('/') ? token.replaceAll(/[^\n]/g, ' ') : token,
  );
  const moduleMatch = moduleSource.exec(statement);
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
  const requireMatch = /^\s*([\w$]+)\s*=/.exec(clause.slice(head.length));
  if (requireMatch !== null) return bindNamespace(requireMatch[1], head.length);
  const defaultMatch = /^\s*([\w$]+)/.exec(clause.slice(head.length));
  const star = /\*\s*as\s+([\w$]+)/.exec(clause);
  return [
    ...(defaultMatch?.[1] === undefined
      ? []
      : [
          {
            imported: 'default',
            local: defaultMatch[1],
            offset: head.length + defaultMatch[0].length - defaultMatch[1].length,
          },
        ]),
    ...(star === null ? [] : bindNamespace(star[1], star.index)),
    ...readBraces(clause),
  ];
}

/** Reads `x = require('m')`, `x = require('m').y` and `{ a, b: c } = await import('m')`. */
function readVariables(clause: string, callText: string): ImportedBinding[] {
  const name = /^\s*([\w$]+)\b/.exec(clause)?.[1];
  if (name === undefined) return readBraces(clause);
  const member = /\)\s*\.\s*([\w$]+)\s*$/.exec(callText)?.[1];
  return /^\s*[\w$]+\s*(?::[^=]*)?=/.test(clause) ? [{ imported: member ?? '*', local: name }] : [];
}

function bindNamespace(local: string | undefined, offset: number): ImportedBinding[] {
  return local === undefined ? [] : [{ imported: '*', local: removeQuotes(local), offset }];
}

/** Reads the names between braces. */
function readBraces(clause: string): ImportedBinding[] {
  const openBrace = clause.indexOf('{');
  const closeBrace = clause.lastIndexOf('}');
  if (openBrace === -1 || closeBrace === -1) return [];
  const bindings: ImportedBinding[] = [];
  let offset = openBrace + 1;
  for (const item of clause.slice(openBrace + 1, closeBrace).split(',')) {
    bindingPattern.lastIndex = item.length - item.trimStart().length;
    const [, imported = '', local = imported] = bindingPattern.exec(item) ?? [];
    if (imported !== '')
      bindings.push({
        imported: removeQuotes(imported),
        local: removeQuotes(local),
        offset: offset + item.search(/\S/),
      });
    offset += item.length + 1;
  }
  return bindings;
}

function removeQuotes(name: string): string {
  return name.replaceAll(/["']/g, '');
}
