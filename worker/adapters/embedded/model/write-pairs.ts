/**
 * Writes the training pairs of all packages as numbers. For each pair, `pairs.i32` contains its kind, its package and its name group. The
 * lengths of query, first sentence, name, path and code in pieces follow, and then the pieces of query, name, path and code. `pieces.txt`
 * lists the pieces, one per line, each with the number of packages that use it. `packages.txt` lists the packages.
 */

import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { detectFileRole } from '../../../core/files/file-role.ts';
import { detectLanguage } from '../../../core/files/language.ts';
import { decodeText } from '../../../core/text/decode-text.ts';
import { filterContent } from '../../../ingestion/source-files/content-filters.ts';
import { filterPath } from '../../../ingestion/source-files/path-filters.ts';
import type { Parser } from '../../../ports/parser.ts';
import { listPieces } from '../split-pieces.ts';
import { sourceFolder, type Package } from './fetch-packages.ts';
import { extractPairs, pairKinds } from './extract-pairs.ts';
import type { PairKind, TextPair } from './extract-pairs.ts';

/** Maximum pairs per package, so that no large package dominates. */
const maxPairs: Readonly<Record<PairKind, number>> = {
  documentation: 2_500,
  name: 900,
  comment: 1_000,
  section: 200,
};
/** Maximum pieces per field. */
const maxPieces = { query: 64, name: 12, path: 24, code: 220 } as const;
const minCodePieces = 5;
const maxFileBytes = 200_000;
/** Maximum bytes read per package. Other limits usually apply first, except for data in the form of code. */
const maxPackageBytes = 2_000_000;

/** The folder in a registry's package that corresponds to the root of a repository. */
const packageRoot =
  /^(?:usr\/)?(?:share\/gocode\/src\/(?:[^/]+\.[^/]+\/(?:[^/]+\/){1,2})?|share\/cargo\/registry\/[^/]+\/|lib\/python3\/dist-packages\/|share\/nodejs\/(?:@[^/]+\/)?[^/]+\/|share\/rubygems-integration\/[^/]+\/gems\/[^/]+\/|lib\/ruby\/vendor_ruby\/|share\/php\/|share\/doc\/[^/]+\/)/;

interface SourcePath {
  /** The path as it would be in a repository. */
  readonly path: string;
  readonly file: string;
}

interface Output {
  /** For each piece, the number of packages that use it and the last such package. */
  readonly pieces: Map<string, { readonly id: number; packages: number; lastPackage: number }>;
  /** Digests of the pairs written so far. */
  readonly writtenKeys: Set<string>;
  readonly write: (numbers: readonly number[]) => void;
}

export async function writePairs(
  packages: readonly Package[],
  folder: string,
  parser: Parser,
): Promise<void> {
  const target = openSync(join(folder, 'pairs.i32'), 'w');
  const output: Output = {
    pieces: new Map(),
    writtenKeys: new Set(),
    write: (numbers) => writeSync(target, new Uint8Array(Int32Array.from(numbers).buffer)),
  };
  const writePieces = () => {
    const lines = [...output.pieces].map(([piece, { packages: count }]) => `${piece} ${count}\n`);
    writeFileSync(join(folder, 'pieces.txt'), lines.join(''));
  };
  writeFileSync(join(folder, 'packages.txt'), packages.map(({ name }) => `${name}\n`).join(''));
  const totals: Record<PairKind, number> = { documentation: 0, name: 0, comment: 0, section: 0 };
  for (const [index, listed] of packages.entries()) {
    const counts = await writePackage(sourceFolder(listed, folder), index, { parser, output });
    for (const kind of pairKinds) totals[kind] += counts[kind];
    if (index % 50 !== 49) continue;
    process.stderr.write(`${index + 1} packages: ${JSON.stringify(totals)}\n`);
    writePieces();
  }
  closeSync(target);
  writePieces();
}

async function writePackage(
  sources: string,
  index: number,
  { parser, output }: { readonly parser: Parser; readonly output: Output },
): Promise<Record<PairKind, number>> {
  const counts: Record<PairKind, number> = { documentation: 0, name: 0, comment: 0, section: 0 };
  let bytes = 0;
  for (const { path, file } of listSources(sources)) {
    const text = readSource(path, file);
    if (text === undefined) continue;
    bytes += text.length;
    if (bytes > maxPackageBytes) break;
    for (const pair of await extractPairs({ language: detectLanguage(path), text }, parser)) {
      if (counts[pair.kind] >= maxPairs[pair.kind]) continue;
      const numbers = toNumbers(pair, path, { index, output });
      if (numbers === undefined) continue;
      output.write(numbers);
      counts[pair.kind] += 1;
    }
  }
  return counts;
}

/** Lists files in a stable order that is independent of folders, so that a limit does not favor the first folders. */
function listSources(folder: string): readonly SourcePath[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const paths = files.map((file) => ({ path: file.slice(folder.length + 1).replace(packageRoot, ''), file }));
  const hasTypeScript = paths.some(({ path }) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  // A package with TypeScript sources also contains the compiled form of the same code.
  const compiled = hasTypeScript ? /\.(?:[cm]?jsx?|d\.[cm]?ts)$/ : /\.d\.[cm]?ts$/;
  return paths
    .filter(({ path }) => isIncluded(path) && !compiled.test(path))
    .map((source) => ({ ...source, order: digest(source.path) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** Excludes copies of other projects, by the folder names that packages use for them, as well as tests and translations. */
function isIncluded(path: string): boolean {
  if (
    /(?:^|\/)(?:_?vendor(?:ed|_ruby)?|extern(?:als?)?|third[_-]?party|node_modules|bundled|_?compat|locales?|umd)\//i.test(
      path,
    )
  )
    return false;
  const role = detectFileRole(path);
  return role !== 'test' && role !== 'translation' && filterPath(path) === undefined;
}

function readSource(path: string, file: string): string | undefined {
  const bytes = readFileSync(file);
  if (bytes.byteLength > maxFileBytes) return undefined;
  const text = decodeText(bytes)?.text;
  return text === undefined || filterContent(path, bytes, text) !== undefined ? undefined : text;
}

/** Encodes a pair for `pairs.i32`; undefined when it is too short or a duplicate. */
function toNumbers(
  pair: TextPair,
  path: string,
  { index, output }: { readonly index: number; readonly output: Output },
): readonly number[] | undefined {
  const code = listPieces(pair.code).slice(0, maxPieces.code);
  const query = listPieces(pair.query).slice(0, maxPieces.query);
  const sentence = listPieces(pair.query.slice(0, pair.sentenceEnd)).slice(0, maxPieces.query);
  if (query.length === 0 || sentence.length === 0 || new Set(code).size < minCodePieces) return undefined;
  const keys = [
    `${pair.kind} code ${digest(code.join(' '))}`,
    `${pair.kind} query ${digest(sentence.join(' '))}`,
  ];
  if (pair.kind === 'name') keys.pop();
  if (keys.some((key) => output.writtenKeys.has(key))) return undefined;
  for (const key of keys) output.writtenKeys.add(key);
  const name = listPieces(pair.name).slice(-maxPieces.name);
  const pathPieces = listPieces(path).slice(-maxPieces.path);
  const groupName = pair.kind === 'name' ? query : name;
  const group = Number.parseInt(digest(groupName.join(' ')).slice(0, 7), 16);
  const fields = [query, name, pathPieces, code].flat().map((piece) => pieceId(piece, index, output));
  return [
    pairKinds.indexOf(pair.kind),
    index,
    group,
    query.length,
    sentence.length,
    name.length,
    pathPieces.length,
    code.length,
    ...fields,
  ];
}

function pieceId(piece: string, index: number, { pieces }: Output): number {
  let entry = pieces.get(piece);
  if (entry === undefined) {
    entry = { id: pieces.size, packages: 0, lastPackage: -1 };
    pieces.set(piece, entry);
  }
  if (entry.lastPackage !== index) {
    entry.packages += 1;
    entry.lastPackage = index;
  }
  return entry.id;
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 16);
}
