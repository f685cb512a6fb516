/** Questions about names that could be files, returns and tests, on a small repository of each kind. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { parseConfig } from '../../../../../worker/runtime/config.ts';
import { askWorkbench } from '../../../../support/samples/ask-workbench.ts';
import { uploadAndIndex, type Tree } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

const response = `'use strict';

var res = Object.create(null);

/** Sends a value as JSON. */
res.json = function json(value) {
  if (value === undefined) return this.end();
  return this.send(JSON.stringify(value));
};

/** Sets the status. */
res.status = function status(code) {
  this.statusCode = code;
  return this;
};
`;
const files: Tree = {
  'package.json': '{ "name": "responder", "dependencies": { "mime": "1.0.0" } }\n',
  'lib/response.js': response,
  'lib/crawler.js': `/** Reads robots.txt of a site: which pages a crawler may fetch. */
function readRules(site) {
  const rules = fetchText(new URL('/robots.txt', site));
  if (rules === undefined) throw new Error('the site tells no rules at all');
  return rules.split('\\n').filter((line) => line.startsWith('Disallow'));
}
`,
  'lib/settings.js': `export function loadSettings(folder) {
  return JSON.parse(readText(folder + '/package.json')).responder;
}
`,
};

let bench: Workbench;
let bare: string;
let tested: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    settings: parseConfig({}).settings,
  }));
  ({ id: bare } = await uploadAndIndex(bench, files));
  const test = `it('sets the status', () => {\n  res.status(404);\n  expect(res.statusCode).toBe(404);\n});\n`;
  ({ id: tested } = await uploadAndIndex(
    bench,
    { ...files, 'test/response.test.js': test },
    { name: 'tested' },
  ));
});

describe('a name that could be a file', () => {
  it('is the definition if there is one and no such file', async () => {
    const { claims, verdict } = await askWorkbench(bench.services, {
      id: bare,
      question: 'What does res.json do?',
    });
    expect(verdict).toMatchObject({ class: 'lookup', confidence: 'high', refused: false });
    expect(claims[0]?.text).toContain('`res.json`');
  });

  it('is the file if there is one', async () => {
    const { claims } = await askWorkbench(bench.services, { id: bare, question: 'What is in package.json?' });
    expect(claims[0]?.text).toContain('`package.json` is');
  });

  it('is unknown if there is neither', async () => {
    const { verdict } = await askWorkbench(bench.services, { id: bare, question: 'What is in absent.json?' });
    expect(verdict).toMatchObject({ refused: true });
  });
});

describe('a file from elsewhere', () => {
  it.each(['Where is robots.txt read?', 'Where is `robots.txt` fetched?'])(
    'is answered by the code that names it: %s',
    async (question) => {
      const { evidence, verdict, text } = await askWorkbench(bench.services, { id: bare, question });
      expect(verdict).toMatchObject({ refused: false });
      expect([...evidence.values()].map((one) => one.path)).toContain('lib/crawler.js');
      expect(text).not.toContain('Not found');
    },
  );

  it('gives low confidence if the question names nothing else', async () => {
    const { verdict, text } = await askWorkbench(bench.services, {
      id: bare,
      question: 'What is in robots.txt?',
    });
    expect(verdict?.confidence).not.toBe('high');
    expect(text).not.toContain('Not found');
  });
});

it('a question about what reads a file is answered by code that names the file', async () => {
  const question = 'Where is package.json read?';
  const { evidence, claims } = await askWorkbench(bench.services, { id: bare, question });
  expect([...evidence.values()].map((one) => one.path)).toContain('lib/settings.js');
  expect(claims.map((claim) => claim.text).join('\n')).not.toContain('`package.json` is');
});

it('quoted text is searched for verbatim', async () => {
  const question = 'Where is "tells no rules at all" said?';
  const { evidence, verdict } = await askWorkbench(bench.services, { id: bare, question });
  expect(verdict).toMatchObject({ refused: false });
  expect([...evidence.values()][0]?.path).toBe('lib/crawler.js');
});

it('a definition with two names is shown once', async () => {
  const { claims } = await askWorkbench(bench.services, { id: bare, question: 'Where is `json` defined?' });
  expect(claims.filter((claim) => claim.text.includes('is a'))).toHaveLength(1);
});

it('a question about a return value is answered by the lines that return it', async () => {
  const question = 'What does res.json return?';
  const { claims } = await askWorkbench(bench.services, { id: bare, question });
  const texts = claims.map((claim) => claim.text);
  expect(texts.join('\n')).toContain('Its line 8 reads: `return this.send(JSON.stringify(value));`');
  expect(claims.map((claim) => claim.state)).toEqual(claims.map(() => 'verified'));
});

describe('a question about where something is tested', () => {
  const question = 'Where is `res.status` tested?';

  it('is answered by its tests', async () => {
    const { evidence, verdict } = await askWorkbench(bench.services, { id: tested, question });
    expect(verdict).toMatchObject({ refused: false });
    expect([...evidence.values()].map((one) => one.path)).toContain('test/response.test.js');
  });

  it('is declined if there is no test', async () => {
    const { verdict, text } = await askWorkbench(bench.services, { id: bare, question });
    expect(verdict).toMatchObject({ refused: true });
    expect(text).toMatch(/Not found: .*`tests`/);
  });
});

it('a line that only switches a mode on is not quoted', async () => {
  const { text } = await askWorkbench(bench.services, { id: bare, question: 'How does the response work?' });
  expect(text).not.toContain('use strict');
});
