/** The prose linter reads only comments, titles, messages and markup. */
import { expect, it } from 'vitest';
import { findWrongTerms } from './find-wrong-terms.ts';

async function findTerms(path: string, text: string): Promise<readonly string[]> {
  return (await findWrongTerms(path, text)).map(
    ({ line, message }) => `${line}: ${/“([^”]+)”/.exec(message)?.[1]}`,
  );
}

it('finds terms in comments and messages, with their lines', async () => {
  const source =
    "/** The vendor. */\nconst a = 1; // Told twice.\nthrow new Error('This was told to nobody.');\n";
  expect(await findTerms('worker/a.ts', source)).toEqual(['1: vendor', '2: Told', '3: told']);
});

it('ignores names in backticks, short strings, SQL and word lists', async () => {
  const source = "/** See `told`. */\nconst a = 'told';\nconst b = 'SELECT r.body FROM remark AS r';\n";
  expect(await findTerms('worker/a.ts', source)).toEqual([]);
  const list = "const words = 'said told told tell telling';\n";
  expect(await findTerms('worker/retrieval/follow-up/word-forms.ts', list)).toEqual([]);
});

it('reads the titles of tests and ignores their data', async () => {
  const source = "it.each(['Where is the height told?'])('is told for good about %s', () => {});\n";
  expect(await findTerms('test/a.test.ts', source)).toEqual(['1: told']);
});

it('reads the markup, labels and scripts of components', async () => {
  const source =
    '<!-- The remarks. -->\n<script lang="ts">\n  // Told.\n</script>\n<p title="What became of it">Kept for the asker</p>\n<i class="told"></i>\n';
  expect(await findTerms('web/a.svelte', source)).toEqual(
    ['1: remarks', '3: Told', '5: What became of', '5: asker'].toSorted(),
  );
});

it('reads Markdown without its code', async () => {
  expect(await findTerms('a.md', '# The likest\n\n`told` is a field.\n\n```\ntold\n```\n')).toEqual([
    '1: likest',
  ]);
});
