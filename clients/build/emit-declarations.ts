/** Emits the declarations of a program without the schemas of the contract: their types are expanded, and the schemas themselves are omitted. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { expandType } from './expand-type.ts';

/** The schema library as it appears in declarations, as a name and as an import. */
const schemaLibrary = /\bz\.|import\("(?:zod|@hono\/zod-openapi)/;

/** @param entry the program's first file; @param folder where the declarations are written, as in the source tree below `root` */
export function emitDeclarations(entry: string, root: string, folder: string): void {
  const program = ts.createProgram([entry], {
    ...readOptions(root),
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: folder,
  });
  const errors = ts.getPreEmitDiagnostics(program);
  if (errors.length > 0) throw new Error(formatErrors(errors));
  const { diagnostics } = program.emit(undefined, (path, text, ...[, , sources]) => {
    mkdirSync(dirname(path), { recursive: true });
    const [source] = sources ?? [];
    writeFileSync(path, source === undefined ? text : removeSchemas(text, source, program.getTypeChecker()));
  });
  if (diagnostics.length > 0) throw new Error(formatErrors(diagnostics));
}

function readOptions(root: string): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(`${root}/clients/tsconfig.json`, (path) =>
    ts.sys.readFile(path),
  );
  if (error !== undefined) throw new Error(formatErrors([error]));
  const { tsBuildInfoFile: _, ...options } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    `${root}/clients`,
  ).options;
  return options;
}

function formatErrors(errors: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(errors, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => '\n',
  });
}

/** @param text the emitted declarations of `source` */
function removeSchemas(text: string, source: ts.SourceFile, checker: ts.TypeChecker): string {
  const emitted = ts.createSourceFile('emitted.d.ts', text, ts.ScriptTarget.Latest, true);
  const statements = emitted.statements.flatMap((statement) => {
    const statementText = statement.getFullText();
    if (ts.isImportDeclaration(statement) && /'@hono\/zod-openapi'/.test(statementText)) return [];
    if (!schemaLibrary.test(statementText)) return [statementText];
    // If the package needs another kind of declaration, the bundler reports that it is missing.
    return ts.isTypeAliasDeclaration(statement) ? [expandAlias(statement.name.text, source, checker)] : [];
  });
  return `${statements.join('\n')}\n`;
}

function expandAlias(name: string, source: ts.SourceFile, checker: ts.TypeChecker): string {
  const alias = source.statements
    .filter((statement) => ts.isTypeAliasDeclaration(statement))
    .find((declared) => declared.name.text === name);
  if (alias === undefined) throw new Error(`${source.fileName} declares no type ${name}.`);
  const isExported = (ts.getCombinedModifierFlags(alias) & ts.ModifierFlags.Export) !== 0;
  const type = expandType(checker, checker.getTypeAtLocation(alias));
  return `${isExported ? 'export ' : ''}type ${name} = ${type};`;
}
