/** Answers questions about names that may be files, about return values and about tests, in small repositories. */
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
let bareId: string;
let testedId: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    settings: parseConfig({}).settings,
  }));
  ({ id: bareId } = await uploadAndIndex(bench, files));
  const test = `it('sets the status', () => {\n  res.status(404);\n  expect(res.statusCode).toBe(404);\n});\n`;
  ({ id: testedId } = await uploadAndIndex(
    bench,
    { ...files, 'test/response.test.js': test },
    { name: 'tested' },
  ));
});

describe('a name that could be a file', () => {
  it('refers to the definition if there is one and no such file', async () => {
    const { claims, verdict } = await askWorkbench(bench.services, {
      id: bareId,
      question: 'What does res.json do?',
    });
    expect(verdict).toMatchObject({ class: 'lookup', confidence: 'high', refused: false });
    expect(claims[0]?.text).toContain('`res.json`');
  });

  it('refers to the file if there is one', async () => {
    const { claims } = await askWorkbench(bench.services, {
      id: bareId,
      question: 'What is in package.json?',
    });
    expect(claims[0]?.text).toContain('`package.json` is');
  });

  it('is unknown if there is neither', async () => {
    const { verdict } = await askWorkbench(bench.services, {
      id: bareId,
      question: 'What is in absent.json?',
    });
    expect(verdict).toMatchObject({ refused: true });
  });
});

describe('a file that the repository does not contain', () => {
  it.each(['Where is robots.txt read?', 'Where is `robots.txt` fetched?'])(
    'is looked up in the code that names it: %s',
    async (question) => {
      const { evidence, verdict, text } = await askWorkbench(bench.services, { id: bareId, question });
      expect(verdict).toMatchObject({ refused: false });
      expect([...evidence.values()].map(({ path }) => path)).toContain('lib/crawler.js');
      expect(text).not.toContain('Not found');
    },
  );

  it('lowers the confidence if the question names nothing else', async () => {
    const { verdict, text } = await askWorkbench(bench.services, {
      id: bareId,
      question: 'What is in robots.txt?',
    });
    expect(verdict?.confidence).not.toBe('high');
    expect(text).not.toContain('Not found');
  });
});

it('answers what reads a file from code that names the file', async () => {
  const question = 'Where is package.json read?';
  const { evidence, claims } = await askWorkbench(bench.services, { id: bareId, question });
  expect([...evidence.values()].map(({ path }) => path)).toContain('lib/settings.js');
  expect(claims.map((claim) => claim.text).join('\n')).not.toContain('`package.json` is');
});

it('searches for quoted text verbatim', async () => {
  const question = 'Where is "tells no rules at all" said?';
  const { evidence, verdict } = await askWorkbench(bench.services, { id: bareId, question });
  expect(verdict).toMatchObject({ refused: false });
  expect([...evidence.values()][0]?.path).toBe('lib/crawler.js');
});

it('shows a definition with two names once', async () => {
  const { claims } = await askWorkbench(bench.services, { id: bareId, question: 'Where is `json` defined?' });
  expect(claims.filter((claim) => claim.text.includes('is a'))).toHaveLength(1);
});

it('answers a question about a return value from the lines that return it', async () => {
  const question = 'What does res.json return?';
  const { claims } = await askWorkbench(bench.services, { id: bareId, question });
  const texts = claims.map((claim) => claim.text);
  expect(texts.join('\n')).toContain('Its line 8 reads: `return this.send(JSON.stringify(value));`');
  expect(claims.map((claim) => claim.state)).toEqual(claims.map(() => 'verified'));
});

describe('a question about where something is tested', () => {
  const question = 'Where is `res.status` tested?';

  it('is answered by its tests', async () => {
    const { evidence, verdict } = await askWorkbench(bench.services, { id: testedId, question });
    expect(verdict).toMatchObject({ refused: false });
    expect([...evidence.values()].map(({ path }) => path)).toContain('test/response.test.js');
  });

  it('is declined if there is no test', async () => {
    const { verdict, text } = await askWorkbench(bench.services, { id: bareId, question });
    expect(verdict).toMatchObject({ refused: true });
    expect(text).toMatch(/Not found: .*`tests`/);
  });
});

it('does not quote a line that only enables a mode', async () => {
  const { text } = await askWorkbench(bench.services, {
    id: bareId,
    question: 'How does the response work?',
  });
  expect(text).not.toContain('use strict');
});
