/** Checks the links, sizes and generated parts of the README, the guides and the decision records. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../worker/runtime/variables.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const trackedFiles = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(join(root, path)));
const isTracked = (name: string): boolean =>
  trackedFiles.some((file) => file === name || file.endsWith(`/${name}`));
/** Names of files in users' repositories, which examples mention. */
const examplePaths = new Set([
  'src/app.py',
  'notes.md',
  'answer.md',
  'compat.py',
  '/v1/openapi.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
]);

const decisions = filesIn('worker/decisions').filter((path) => !path.endsWith('README.md'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesIn('web/docs'),
  ...filesIn('worker/decisions'),
];
const maxReadmeLines = 160;
const maxDecisionWords = 400;

describe.each(documents)('%s', (path) => {
  it('links only to files that exist', () => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
  });
});

it.each(documents.filter((path) => path !== 'CHANGELOG.md'))('%s mentions only files that exist', (path) => {
  const mentions = [...read(path).matchAll(/`([\w./-]+\.(?:ts|py|svelte|md|json))`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(mentions.filter((name) => !examplePaths.has(name) && !isTracked(name))).toEqual([]);
});

describe('the README', () => {
  it(`has at most ${maxReadmeLines} lines`, () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(maxReadmeLines);
  });

  it('links to every guide', () => {
    const readme = read('README.md');
    expect(filesIn('web/docs').filter((path) => !readme.includes(`(${path})`))).toEqual([]);
  });

  it('quotes lines that contain the quotation', () => {
    const readme = read('README.md');
    const [, quotation = 'none'] = /“(.+?)”/.exec(readme) ?? [];
    const [, path = '', first, last] = /^ {2}\[1\] (\S+):(\d+)-(\d+)$/m.exec(readme) ?? [];
    expect(
      read(path)
        .split('\n')
        .slice(Number(first) - 1, Number(last))
        .join('\n'),
    ).toContain(quotation);
  });
});

describe('the decision records', () => {
  it.each(decisions)('%s follows the template', (path) => {
    const headings = [...read(path).matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives tried']);
  });

  it.each(decisions)(`%s has at most ${maxDecisionWords} words`, (path) => {
    expect(
      read(path)
        .split(/\s+/)
        .filter((word) => /\w/.test(word)).length,
    ).toBeLessThanOrEqual(maxDecisionWords);
  });

  it('are all in the index', () => {
    const index = read('worker/decisions/README.md');
    expect(
      decisions.filter((path) => !index.includes(`(${path.slice('worker/decisions/'.length)})`)),
    ).toEqual([]);
  });
});

/** `npx vitest run --config test/vitest.config.ts -u test/documents.test.ts` updates the page. */
it('the configuration guide lists every variable as the code defines it', async () => {
  await expect(configurationGuide()).toMatchFileSnapshot('../web/docs/configuration.md');
});

function configurationGuide(): string {
  const rows = variables.map((variable) => {
    const hosted = 'hosted' in variable ? ` (hosted: ${variable.hosted})` : '';
    const defaultCell = variable.default === '' ? '' : `\`${variable.default}\``;
    return `| \`${variable.name}\` | ${defaultCell}${hosted} | ${variable.meaning} |`;
  });
  return `# Configuration

\`npm start\` reads these variables from the environment and prints the ones it uses. A deployment reads them from \`[vars]\` in \`wrangler.toml\`; set secrets with \`wrangler secret put\`. All invalid values are reported together. \`GET /v1/health\` returns every setting that is not a secret.

The command line reads \`WHEREFORE_URL\` (default \`http://127.0.0.1:8787\`) and \`WHEREFORE_KEY\`.

## Variables of the Worker

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}
