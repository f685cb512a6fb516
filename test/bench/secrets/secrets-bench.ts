/**
 * `secrets [<folder>]`: measures how many generated secrets are masked. With a folder of clones it also prints each mask in their files for a
 * person to assess, the number of masks per 20,000 lines, and the scanner's speed.
 */

import { createSecretScanner } from '../../../worker/adapters/secret-rules/secret-scanner.ts';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { countLines, decodeText } from '../../../worker/core/text/decode-text.ts';
import { filterContent } from '../../../worker/ingestion/source-files/content-filters.ts';
import { filterPath } from '../../../worker/ingestion/source-files/path-filters.ts';
import type { Bench } from '../bench.ts';
import { measureRecall } from './measure-recall.ts';

const scanner = createSecretScanner();
/** Larger files are not indexed. */
const maxFileBytes = 1_000_000;
const linesPerRate = 20_000;

interface Mask {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  /** Whether the file is a test, fixture or example. */
  readonly inTests: boolean;
  readonly masked: string;
}

export const secretsBench: Bench = async ([folder], { terminal, signal }) => {
  const recall = await measureRecall();
  terminal.print(`${recall.found} of ${recall.written} generated secrets fully masked`);
  for (const { kind, context, missed } of recall.misses)
    terminal.print(`  missed: ${kind} in ${context} (${missed})`);
  if (folder === undefined) return { recall };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw usageError(`${folder} is not a folder.`, 'Name a folder that contains clones of repositories.');
  const repositories = [];
  for (const name of readdirSync(folder).toSorted()) {
    signal.throwIfAborted();
    const scan = await scanRepository(join(folder, name));
    repositories.push({ name, ...scan });
    for (const { rule, path, line, masked, inTests } of scan.masks)
      terminal.print(`${inTests ? 'test ' : ''}${name}/${path}:${line} ${rule} ${masked}`);
    terminal.print(
      `${name}: ${scan.lines} lines outside tests, ${scan.masks.filter(({ inTests }) => !inTests).length} masks`,
    );
  }
  const lines = repositories.reduce((sum, repository) => sum + repository.lines, 0);
  const masks = repositories
    .flatMap((repository) => repository.masks)
    .filter(({ inTests }) => !inTests).length;
  const megabytesPerSecond = computeSpeed(repositories);
  const perRate = (masks * linesPerRate) / Math.max(1, lines);
  terminal.print(
    `${masks} masks in ${lines} lines outside tests: ${perRate.toFixed(2)} per 20,000 lines; ${megabytesPerSecond} MB/s`,
  );
  return { recall, repositories, lines, masks, per20000Lines: perRate, megabytesPerSecond };
};

/** Scans the files that would be indexed. */
async function scanRepository(root: string) {
  const masks: Mask[] = [];
  let [lines, testLines, bytes, ms] = [0, 0, 0, 0];
  for (const { path, content } of readFiles(root)) {
    const text = decodeText(content)?.text;
    if (text === undefined || filterContent(path, content, text) !== undefined) continue;
    const inTests = ['test', 'example'].includes(detectFileRole(path));
    if (inTests) testLines += countLines(text);
    else lines += countLines(text);
    const startedAt = performance.now();
    const matches = await scanner.scan(text);
    ms += performance.now() - startedAt;
    bytes += content.byteLength;
    for (const { start, end, rule } of matches)
      masks.push({
        rule,
        path,
        line: countLines(text.slice(0, start + 1)),
        inTests,
        masked: text.slice(start, end),
      });
  }
  return { lines, testLines, bytes, ms, masks };
}

function* readFiles(root: string): Generator<{ readonly path: string; readonly content: Uint8Array }> {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(root, full);
    if (!entry.isFile() || path.startsWith('.git/') || filterPath(path) !== undefined) continue;
    if (statSync(full).size <= maxFileBytes) yield { path, content: new Uint8Array(readFileSync(full)) };
  }
}

function computeSpeed(parts: readonly { readonly bytes: number; readonly ms: number }[]): number {
  const [bytes, ms] = [
    parts.reduce((sum, part) => sum + part.bytes, 0),
    parts.reduce((sum, part) => sum + part.ms, 0),
  ];
  return Math.round(bytes / 1000 / Math.max(1, ms));
}
