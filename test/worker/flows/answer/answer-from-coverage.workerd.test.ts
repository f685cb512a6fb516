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

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, tree));
});
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
