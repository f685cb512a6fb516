/**
 * Compares the graph of a running server with a truth file: `node compare.ts --truth <file> --url <server> --repository <id or name>`.
 * `--folder <checkout>` adds the source line to each miss, `--misses <file>` writes all misses as JSON lines, `--json` prints the result as JSON.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { createTerminal } from '../../../clients/cli/terminal/terminal.ts';
import { compareCallers } from './compare-callers.ts';
import { compareDefinitions } from './compare-definitions.ts';
import { compareImporters, listTruthFiles } from './compare-importers.ts';
import { groupBy } from './group-by.ts';
import { computeRates, scoreHead, scoreRow } from './score.ts';
import type { Miss } from './score.ts';
import { connectToServer } from './server.ts';
import { readTruth, removeFiles } from './truth.ts';

const shownMisses = 50;

const { values } = parseArgs({
  options: {
    truth: { type: 'string' },
    url: { type: 'string', default: 'http://127.0.0.1:8787' },
    repository: { type: 'string' },
    folder: { type: 'string' },
    misses: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const { folder } = values;
if (values.truth === undefined || values.repository === undefined)
  throw new Error('Give --truth <file> and --repository <id or name>.');

const terminal = createTerminal({ stdout: process.stdout, stderr: process.stderr, json: values.json });
const fullTruth = readTruth(values.truth);
const server = await connectToServer(values.url, values.repository);
const excludedFiles = listTruthFiles(fullTruth).filter((path) => server.skipped.has(path));
const truth = removeFiles(fullTruth, server.skipped);
const definitions = await compareDefinitions(truth, server);
const callers = await compareCallers(truth, server, definitions.symbols);
const importers = await compareImporters(truth, server, listTruthFiles(truth));

const scores = [...definitions.scores, ...callers.scores, ...importers.scores];
const misses = [...definitions.misses, ...callers.misses, ...importers.misses];
terminal.print(`${values.repository}: ${truth.about.files} files, by ${truth.about.tool}`);
if (excludedFiles.length > 0)
  terminal.print(`Excluded because the server skipped them: ${excludedFiles.join(', ')}`);
terminal.print(formatTable([scoreHead, ...scores.map(scoreRow)]));
if (!values.quiet) {
  for (const group of groupBy(misses, (miss) => `${miss.part}, ${miss.kind}`)) {
    const [title, groupMisses] = group;
    terminal.print(`\n${title}: ${groupMisses.length}`);
    for (const miss of groupMisses.slice(0, shownMisses)) terminal.print(`  ${describe(miss)}`);
  }
}
if (values.misses !== undefined) {
  const lines = misses.map((miss) => JSON.stringify({ ...miss, text: readSourceLine(miss) }));
  writeFileSync(values.misses, lines.map((line) => `${line}\n`).join(''));
}
if (values.json)
  terminal.json({
    repository: values.repository,
    about: truth.about,
    leftOut: excludedFiles,
    scores: scores.map((score) => ({ ...score, ...computeRates(score) })),
  });

function describe(miss: Miss): string {
  return `${miss.path}:${miss.line} ${miss.subject} ${miss.detail} | ${readSourceLine(miss)}`;
}

function readSourceLine({ path, line }: Miss): string {
  if (folder === undefined || path === '') return '';
  return readFileSync(join(folder, path), 'utf8').split('\n')[line - 1]?.trim().slice(0, 120) ?? '';
}
