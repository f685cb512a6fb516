/**
 * Writes the definitions, calls and imports of a TypeScript or JavaScript repository as the compiler resolves them. Packages that are not
 * installed have type `any`, so calls on them are unknown.
 *
 * Run: node truth-typescript.ts <repository folder>. It writes JSON lines to stdout.
 */

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import type { AboutTruth, CallTruth, DefinitionTruth, ImportTruth, NamePosition } from './truth.ts';

const root = realpathSync(process.argv[2] ?? '.');
const listed = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8', maxBuffer: 1e8 });
const paths = listed.split('\n').filter((path) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path));
const pathSet = new Set(paths);
const options: ts.CompilerOptions = {
  allowJs: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  jsx: ts.JsxEmit.Preserve,
  types: [],
};
const program = ts.createProgram({ rootNames: paths.map((path) => join(root, path)), options });
const checker = program.getTypeChecker();
const names = new Set<string>();

function emit(record: DefinitionTruth | CallTruth | ImportTruth | AboutTruth): void {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}

function findLine(node: ts.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

function relativePath(node: ts.Node): string {
  return relative(root, node.getSourceFile().fileName);
}

function isFunctionValue(node: ts.Node | undefined): boolean {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
}

function isInFunction(node: ts.Node): boolean {
  for (let ancestor = node.parent; !ts.isSourceFile(ancestor); ancestor = ancestor.parent) {
    if (ts.isFunctionLike(ancestor)) return true;
  }
  return false;
}

/** Returns the kind of a definition; undefined for other nodes, and for variables inside functions and blocks. */
function classifyDefinition(node: ts.Node): DefinitionTruth['kind'] | undefined {
  if (ts.isFunctionDeclaration(node)) return 'function';
  if (ts.isClassDeclaration(node)) return 'class';
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node))
    return 'type';
  if (ts.isModuleDeclaration(node))
    return ts.isIdentifier(node.name) && node.name.text === 'global' ? undefined : 'module';
  if (ts.isEnumMember(node)) return 'variant';
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) return 'method';
  // Members of anonymous types are not definitions.
  if (ts.isMethodSignature(node)) return ts.isInterfaceDeclaration(node.parent) ? 'method' : undefined;
  if (ts.isPropertyDeclaration(node)) return isFunctionValue(node.initializer) ? 'method' : 'property';
  if (ts.isPropertySignature(node)) return ts.isInterfaceDeclaration(node.parent) ? 'property' : undefined;
  if (!ts.isVariableDeclaration(node)) return undefined;
  if (isFunctionValue(node.initializer)) return 'function';
  const statement = node.parent.parent;
  return ts.isVariableStatement(statement) && ts.isSourceFile(statement.parent) ? 'variable' : undefined;
}

function findDefinitionName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const name = ts.getNameOfDeclaration(node as ts.Declaration);
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name : undefined;
}

function findPosition(node: ts.Node): NamePosition | undefined {
  const name = classifyDefinition(node) === undefined ? undefined : findDefinitionName(node);
  return name && { path: relativePath(node), line: findLine(name), name: name.text };
}

function findCaller(node: ts.Node): CallTruth['caller'] {
  for (let ancestor = node.parent; !ts.isSourceFile(ancestor); ancestor = ancestor.parent) {
    const kind = classifyDefinition(ancestor);
    const position = kind === 'variable' || kind === 'property' ? undefined : findPosition(ancestor);
    if (position !== undefined) return { name: position.name, line: position.line };
    if (ts.isConstructorDeclaration(ancestor)) return { name: 'constructor', line: findLine(ancestor) };
  }
  return null;
}

/** Finds the declarations of a name and resolves import aliases. */
function findDeclarations(name: ts.Node): readonly ts.Declaration[] | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target.declarations;
}

/** Returns whether a name is imported from a package outside the repository. */
function isFromOutside(name: ts.Node): boolean {
  const [declaration] = checker.getSymbolAtLocation(name)?.declarations ?? [];
  const statement = declaration && ts.findAncestor(declaration, ts.isImportDeclaration);
  return !(literal(statement?.moduleSpecifier)?.text.startsWith('.') ?? true);
}

function resolve(name: ts.Identifier | ts.PrivateIdentifier): Pick<CallTruth, 'to' | 'how'> {
  const declarations = findDeclarations(name);
  if (declarations === undefined || declarations.length === 0)
    return { to: null, how: isFromOutside(name) ? 'elsewhere' : 'unknown' };
  const positions = declarations
    .map((declaration) =>
      ts.isConstructorDeclaration(declaration) ? findPosition(declaration.parent) : findPosition(declaration),
    )
    .filter((position) => position !== undefined && pathSet.has(position.path));
  if (positions.length > 0) return { to: positions as NamePosition[], how: 'checker' };
  const isImport = declarations.some(
    (declaration) => ts.isImportSpecifier(declaration) || ts.isImportClause(declaration),
  );
  return { to: null, how: isImport ? 'unknown' : 'elsewhere' };
}

/** Unwraps an expression: `(f as any)!` becomes `f`. */
function unwrapExpression(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node);
  return isWrapped ? unwrapExpression(node.expression) : node;
}

function findCalleeName(node: ts.Expression): ts.Identifier | ts.PrivateIdentifier | undefined {
  const unwrapped = unwrapExpression(node);
  if (ts.isIdentifier(unwrapped)) return unwrapped;
  return ts.isPropertyAccessExpression(unwrapped) ? unwrapped.name : undefined;
}

function visitCall(node: ts.Expression, callee: ts.Expression): void {
  const name = findCalleeName(callee);
  if (name === undefined) return;
  const resolved = resolve(name);
  if (resolved.to === null && !names.has(name.text)) return;
  const formWithoutNew = ts.isIdentifier(unwrapExpression(callee)) ? 'bare' : 'attribute';
  const form = ts.isNewExpression(node) ? 'new' : formWithoutNew;
  emit({
    record: 'call',
    path: relativePath(node),
    line: findLine(name),
    startLine: findLine(node),
    name: name.text,
    ...resolved,
    form,
    caller: findCaller(node),
    also: [],
  });
}

function visitDefinition(node: ts.Node): void {
  const position = findPosition(node);
  const kind = classifyDefinition(node);
  if (position === undefined || kind === undefined) return;
  const isStatement = ts.isVariableDeclaration(node) && ts.isVariableStatement(node.parent.parent);
  const startLine = findLine(isStatement ? node.parent.parent : node);
  names.add(position.name);
  emit({ record: 'definition', ...position, kind, startLine, nested: isInFunction(node) });
}

/** Returns the module specifier of `import`, `export … from`, `import()`, `require()` or `import('m').Type`. */
function findModuleName(node: ts.Node): ts.StringLiteralLike | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal);
  if (ts.isExternalModuleReference(node)) return literal(node.expression);
  if (!ts.isCallExpression(node)) return undefined;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isRequire || isImport ? literal(node.arguments[0]) : undefined;
}

function literal(node: ts.Node | undefined): ts.StringLiteralLike | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node : undefined;
}

function visitImport(node: ts.Node): void {
  const specifier = findModuleName(node);
  if (specifier === undefined) return;
  const from = join(root, relativePath(node));
  const resolvedFile = ts.resolveModuleName(specifier.text, from, options, ts.sys).resolvedModule
    ?.resolvedFileName;
  const target = resolvedFile === undefined ? '' : relative(root, realpathSync(resolvedFile));
  if (!pathSet.has(target) || target === relativePath(node)) return;
  emit({ record: 'import', path: relativePath(node), line: findLine(specifier), target, required: true });
}

const files = program.getSourceFiles().filter((file) => pathSet.has(relative(root, file.fileName)));
function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
for (const file of files) walk(file, visitDefinition);
for (const file of files) {
  walk(file, (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node, node.expression);
    if (ts.isTaggedTemplateExpression(node)) visitCall(node, node.tag);
    visitImport(node);
  });
}
emit({
  record: 'about',
  language: 'typescript',
  files: files.length,
  skipped: paths.filter((path) => program.getSourceFile(join(root, path)) === undefined),
  tool: `typescript ${ts.version}`,
});
