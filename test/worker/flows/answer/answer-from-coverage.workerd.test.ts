/** Questions about files that are not indexed are answered from the list of skipped files; other questions that mention them are not. */
import { beforeAll, describe, expect, it } from 'vitest';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openAnsweringWorkbench } from '../../../support/workbench/open-answering-workbench.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';

const tree = {
  'README.md': '# Kiln\n\nKiln fires pots in a queue.\n',
  'package.json': '{ "name": "kiln" }\n',
  'package-lock.json': '{ "name": "kiln", "lockfileVersion": 3 }\n',
  'assets/logo.png': 'not a real picture\n',
  'assets/icons/flame.png': 'not a real picture\n',
  'vendor/glaze/glaze.js': 'export const glaze = 1;\n',
  'vendor/glaze/index.js': 'export const index = 2;\n',
  'src/install.js': `/** Deletes package-lock.json before the pots are installed, so that npm resolves every glaze again. */
export function cleanInstall(fs) {
  fs.rmSync('package-lock.json');
  return 'installed';
}
`,
};

const yardTree = {
  'README.md': '# Yard\n\nYard crawls pages and searches them.\n',
  'src/app.ts':
    '/** Starts the bundle of the application. */\nexport function startApp() {\n  return 1;\n}\n',
  'src/router.ts':
    '/** Finds the route of a request. */\nexport function findRoute(path: string) {\n  return path;\n}\n',
  'src/crawler.ts':
    '/** Crawls pages and adds every PDF file to the search index, with its comments. */\nexport function crawlPages() {\n  return [];\n}\n',
  'tests/router.test.ts':
    "import { findRoute } from '../src/router.ts';\ntest('router', () => findRoute('/'));\n",
  'docs/intro.md': '# Introduction\n\nThe coverage of tests and the package.\n',
  'docs/api/logo.png': 'not a real picture\n',
  'docs/guide.pdf': 'not a real document\n',
  'dist/app.min.js': 'var a=1;\n',
  'test/fixtures/big.png': 'not a real picture\n',
  'tests/data/a.bin': 'not a real file\n',
  'comments/fixture.bin': 'not a real file\n',
  'locales/is/flag.png': 'not a real picture\n',
  'vendor/zlib/config.h.in': 'not a real template\n',
};

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, tree));
});
const notesOf = (events: Awaited<ReturnType<typeof askWorkbench>>['events']): string =>
  events.flatMap((event) => (event.type === 'question' ? (event.reading.notes ?? []) : [])).join(' ');
const ask = (question: string) => askWorkbench(bench.services, { id, question });

describe('a question about what is not indexed', () => {
  it.each([
    [
      'What does package-lock.json pin?',
      /^`package-lock\.json` is not indexed \(lock file\): .*\d+(?:\.\d+)? \w+\./,
    ],
    ['which version is locked in package-lock.json', /^`package-lock\.json` is not indexed \(lock file\)/],
    ['Why is logo.png not searchable?', /^`assets\/logo\.png` is not indexed \(binary\)/],
    ['Is vendor/ indexed?', /^2 files of `vendor` are not indexed \(vendored\)\./],
    ['why was the vendor folder skipped', /^2 files of `vendor` are not indexed \(vendored\)\./],
    ['Are .png files indexed?', /^2 files of `\.png` are not indexed \(binary\)\./],
  ])('says why, and where the list is: %s', async (question, answer) => {
    const { text, claims, verdict } = await ask(question);
    expect(text).toMatch(answer);
    expect(text).toMatch(/`\/v1\/repositories\/\w+\/coverage\?version=/);
    expect(claims).toEqual([]);
    expect(verdict).toMatchObject({ refused: false });
  });

  it('has low confidence if it asks for the content, which the list does not tell', async () => {
    expect((await ask('What does package-lock.json pin?')).verdict?.confidence).toBe('low');
    expect((await ask('Is package-lock.json indexed?')).verdict?.confidence).toBe('high');
  });

  it('says so if the file is indexed', async () => {
    expect((await ask('Is src/install.js indexed?')).text).toMatch(
      /^`src\/install\.js` is indexed: 1 file\./,
    );
  });
});

it('is answered from the code if it asks what code does with the file', async () => {
  const { text, evidence } = await ask('What deletes package-lock.json before the install?');
  expect(text).not.toMatch(/is not indexed/);
  expect([...evidence.values()].map(({ path }) => path)).toContain('src/install.js');
});

describe('with skipped files whose names occur in questions about the code', () => {
  let yardId: string;
  beforeAll(async () => {
    ({ id: yardId } = await uploadAndIndex(bench, yardTree, { name: 'yard' }));
  });
  const askAboutYard = (question: string) => askWorkbench(bench.services, { id: yardId, question });

  it.each([
    'Do you have tests for the router?',
    'Can you find the tests of the router?',
    'Do you support an api for search?',
    'Why is src/app.ts not included in the bundle?',
    'Is the test folder excluded from coverage?',
    'Are dist files excluded from the package?',
    'Does the crawler index PDF files?',
    'Does the search index include comments?',
  ])('searches the code: %s', async (question) => {
    const { text, events } = await askAboutYard(question);
    expect(text).not.toMatch(/(?:is|are) (?:not )?indexed/);
    expect(text).toMatch(/^This repository does not contain an answer|\[chunk:/);
    expect(notesOf(events)).not.toMatch(/not indexed/);
  });

  it.each([
    ['Is the dist folder indexed?', /^`dist\/app\.min\.js` is not indexed|^1 file of `dist` is not indexed/],
    ['vendor/zlib/config.h.in', /^`vendor\/zlib\/config\.h\.in` is not indexed/],
    ['Did you read docs/guide.pdf?', /^`docs\/guide\.pdf` is not indexed \(binary\)/],
  ])('still reads the list: %s', async (question, answer) => {
    expect((await askAboutYard(question)).text).toMatch(answer);
  });
});

it('adds a note to an answer from the code if the named file is skipped', async () => {
  const { events } = await ask('What deletes package-lock.json before the install?');
  expect(notesOf(events)).toMatch(/`package-lock\.json` is not indexed \(lock file\)/);
});
