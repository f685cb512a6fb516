/** Creates small repositories. A file has only the parts of an outline that module resolution needs; build files are parsed as usual. */
import { detectLanguage } from '../../../../worker/core/files/language.ts';
import { noReferences, type FileImport } from '../../../../worker/core/code/reference.ts';
import type { LinkableFile, LinkableSymbol } from '../../../../worker/ports/graph-store.ts';
import { createManifestReader } from '../../../../worker/adapters/manifests/manifest-reader.ts';
import { createModuleMap } from '../../../../worker/indexing/modules/create-module-map.ts';
import type { SnapshotLayout } from '../../../../worker/indexing/modules/module-map.ts';

interface LayoutFile {
  readonly namespace?: string;
  /** Qualified names that the file defines; those in `modules` span a range of lines. */
  readonly defines?: readonly string[];
  readonly modules?: Readonly<Record<string, readonly [startLine: number, endLine: number]>>;
  readonly imports?: readonly (Partial<FileImport> & Pick<FileImport, 'module'>)[];
}

/** Contents by path: text for a build file, otherwise an outline or nothing. */
export type LayoutFiles = Readonly<Record<string, string | LayoutFile>>;

export function createLayout(contents: LayoutFiles): SnapshotLayout {
  const reader = createManifestReader();
  const files = Object.entries(contents).map(([path, content], fileIndex) =>
    createLinkableFile(path, fileIndex + 1, typeof content === 'string' ? {} : content),
  );
  return {
    files,
    byPath: new Map(files.map(({ path }, fileIndex) => [path, fileIndex])),
    manifests: new Map(
      Object.entries(contents).flatMap(([path, content]) =>
        typeof content === 'string' && reader.reads(path)
          ? [[path, reader.read(path, content)] as const]
          : [],
      ),
    ),
  };
}

/** Describes what a module resolves to: `a.py`, `a.rs + x.y` with a rest, `external: react`, `nothing`; several files with commas. */
export function createResolve(
  contents: LayoutFiles,
): (from: string, module: string, line?: number) => string {
  const layout = createLayout(contents);
  const map = createModuleMap(layout);
  return (from, module, line) => {
    const file = layout.files[layout.byPath.get(from) ?? -1];
    if (file === undefined) throw new Error(`${from} is not in the layout`);
    const found = map.resolve(file, module, line);
    if (found === undefined) return 'nothing';
    if ('external' in found) return `external: ${found.external}`;
    const paths = found.files.map((fileIndex) => layout.files[fileIndex]?.path).join(', ');
    return found.rest.length === 0 ? paths : `${paths} + ${found.rest.join('.')}`;
  };
}

export function createSiblings(contents: LayoutFiles): (from: string) => readonly string[] {
  const layout = createLayout(contents);
  const map = createModuleMap(layout);
  return (from) => {
    const file = layout.files[layout.byPath.get(from) ?? -1];
    if (file === undefined) throw new Error(`${from} is not in the layout`);
    return map.siblings(file).map((fileIndex) => layout.files[fileIndex]?.path ?? '');
  };
}

function createLinkableFile(path: string, id: number, content: LayoutFile): LinkableFile {
  const { namespace, defines = [], modules = {}, imports = [] } = content;
  return {
    id,
    path,
    language: detectLanguage(path),
    role: 'source',
    package: undefined,
    outline: {
      ...noReferences.outline,
      namespace,
      imports: imports.map((part) => ({ line: 1, names: [], wildcard: false, reexported: false, ...part })),
    },
    symbols: [
      ...defines.map((name) => createSymbol(name, 'class', [1, 1])),
      ...Object.entries(modules).map(([name, lines]) => createSymbol(name, 'module', lines)),
    ],
  };
}

function createSymbol(
  qualifiedName: string,
  kind: LinkableSymbol['kind'],
  [startLine, endLine]: readonly [number, number],
): LinkableSymbol {
  const name = qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1);
  return { name, qualifiedName, kind, exported: true, startLine, endLine, nameLine: startLine };
}
