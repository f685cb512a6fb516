/**
 * The packages' files to the pairs the model is trained on, as numbers: `pairs.i32` holds for each pair kind, package, group of the name,
 * lengths of query, first sentence, name, path and code in pieces, then those pieces; `pieces.txt` names the pieces by line, each
 * with the packages that use it; `packages.txt` the packages.
 */

import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { detectFileRole } from '../../../core/files/file-role.ts';
import { detectLanguage } from '../../../core/files/language.ts';
import { decodeText } from '../../../core/text/decode-text.ts';
import { filterContent } from '../../../ingestion/content-filters.ts';
import { filterPath } from '../../../ingestion/path-filters.ts';
import type { Parser } from '../../../ports/parser.ts';
import { piecesOf } from '../split-pieces.ts';
import { sourceFolder, type Package } from './fetch-packages.ts';
import { pairsOfFile, pairKinds } from './extract-pairs.ts';
import type { PairKind, TextPair } from './extract-pairs.ts';

/** Pairs of one package at most, so that no large one sets the tone. */
const caps: Readonly<Record<PairKind, number>> = {
  documentation: 2_500,
  name: 900,
  comment: 1_000,
  section: 200,
};
/** Pieces kept of a field. */
const maxPieces = { query: 64, name: 12, path: 24, code: 220 } as const;
const fewestCodePieces = 5;
const maxFileBytes = 200_000;
/** Read of one package: the caps are met before, but for data in the form of code. */
const maxPackageBytes = 2_000_000;

/** Where a registry's packages keep what a repository has at its root. */
const root =
  /^(?:usr\/)?(?:share\/gocode\/src\/(?:[^/]+\.[^/]+\/(?:[^/]+\/){1,2})?|share\/cargo\/registry\/[^/]+\/|lib\/python3\/dist-packages\/|share\/nodejs\/(?:@[^/]+\/)?[^/]+\/|share\/rubygems-integration\/[^/]+\/gems\/[^/]+\/|lib\/ruby\/vendor_ruby\/|share\/php\/|share\/doc\/[^/]+\/)/;

interface SourcePath {
  /** As a repository would have it. */
  readonly path: string;
  readonly file: string;
}

interface Output {
  /** Packages that use a piece, by piece; the last to do so beside it. */
  readonly pieces: Map<string, { readonly id: number; packages: number; lastPackage: number }>;
  readonly seen: Set<string>;
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
    seen: new Set(),
    write: (numbers) => writeSync(target, new Uint8Array(Int32Array.from(numbers).buffer)),
  };
  const writePieces = () => {
    const lines = [...output.pieces].map(([piece, { packages: count }]) => `${piece} ${count}\n`);
    writeFileSync(join(folder, 'pieces.txt'), lines.join(''));
  };
  writeFileSync(join(folder, 'packages.txt'), packages.map(({ name }) => `${name}\n`).join(''));
  const totals: Record<PairKind, number> = { documentation: 0, name: 0, comment: 0, section: 0 };
  for (const [index, one] of packages.entries()) {
    const counts = await writePackage(sourceFolder(one, folder), index, { parser, output });
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
  for (const { path, file } of sourcesIn(sources)) {
    const text = readSource(path, file);
    if (text === undefined) continue;
    bytes += text.length;
    if (bytes > maxPackageBytes) break;
    for (const pair of await pairsOfFile({ language: detectLanguage(path), text }, parser)) {
      if (counts[pair.kind] >= caps[pair.kind]) continue;
      const numbers = toNumbers(pair, path, { index, output });
      if (numbers === undefined) continue;
      output.write(numbers);
      counts[pair.kind] += 1;
    }
  }
  return counts;
}

/** Files in an order that is the same every time and no folder's: a cap must not mean the first folders. */
function sourcesIn(folder: string): readonly SourcePath[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const paths = files.map((file) => ({ path: file.slice(folder.length + 1).replace(root, ''), file }));
  const hasTypeScript = paths.some(({ path }) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  // Beside its TypeScript a package holds the same compiled.
  const compiled = hasTypeScript ? /\.(?:[cm]?jsx?|d\.[cm]?ts)$/ : /\.d\.[cm]?ts$/;
  return paths
    .filter(({ path }) => isWanted(path) && !compiled.test(path))
    .map((one) => ({ ...one, order: digest(one.path) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** Copies of other projects are left out under whatever name packages keep them. */
function isWanted(path: string): boolean {
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

/** The pair as `pairs.i32` has it; undefined where too little is said or the same was said before. */
function toNumbers(
  pair: TextPair,
  path: string,
  { index, output }: { readonly index: number; readonly output: Output },
): readonly number[] | undefined {
  const code = piecesOf(pair.code).slice(0, maxPieces.code);
  const query = piecesOf(pair.query).slice(0, maxPieces.query);
  const sentence = piecesOf(pair.query.slice(0, pair.sentenceEnd)).slice(0, maxPieces.query);
  if (query.length === 0 || sentence.length === 0 || new Set(code).size < fewestCodePieces) return undefined;
  const keys = [
    `${pair.kind} code ${digest(code.join(' '))}`,
    `${pair.kind} query ${digest(sentence.join(' '))}`,
  ];
  if (pair.kind === 'name') keys.pop();
  if (keys.some((key) => output.seen.has(key))) return undefined;
  for (const key of keys) output.seen.add(key);
  const name = piecesOf(pair.name).slice(-maxPieces.name);
  const pathPieces = piecesOf(path).slice(-maxPieces.path);
  const own = pair.kind === 'name' ? query : name;
  const group = Number.parseInt(digest(own.join(' ')).slice(0, 7), 16);
  const fields = [query, name, pathPieces, code].flat().map((piece) => numberOf(piece, index, output));
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

function numberOf(piece: string, index: number, { pieces }: Output): number {
  let known = pieces.get(piece);
  if (known === undefined) {
    known = { id: pieces.size, packages: 0, lastPackage: -1 };
    pieces.set(piece, known);
  }
  if (known.lastPackage !== index) {
    known.packages += 1;
    known.lastPackage = index;
  }
  return known.id;
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 16);
}
