/** Answers that prefer the documentation, about a repository whose code and guides use the same words. */
import { beforeAll, expect, it } from 'vitest';
import type { AnswerWording } from '../../../../../worker/core/answers/answer-style.ts';
import { askWorkbench } from '../../../../support/samples/ask-workbench.ts';
import { openAnsweringWorkbench } from '../../../../support/workbench/open-answering-workbench.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import type { Workbench } from '../../../../support/workbench/workbench.ts';

const kiln = `"""Firing of clay."""


class Kiln:
    """A kiln with a temperature limit."""

    def set_temperature_limit(self, limit):
        """Sets the temperature limit of the kiln."""
        self.limit = limit

    def _cool_down_slowly(self, steps):
        while self.temperature > self.limit and steps > 0:
            self.temperature -= self.step
            steps -= 1
`;
const guide = `# Firing

## Limit the temperature

Set the temperature limit of a kiln with the option \`--max-heat\`, in degrees Celsius. Without it, the limit is 1280 degrees.

## Glaze

Glaze needs a second firing.
`;
const changelog = `# Changelog

## 2.0

Set the temperature limit of a kiln per firing.
`;

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, {
    'src/kiln.py': kiln,
    'docs/firing.md': guide,
    'CHANGELOG.md': changelog,
  }));
});

async function listCited(question: string, wording: AnswerWording = {}): Promise<readonly string[]> {
  const writing = { model: undefined, temperature: undefined, maxOutputTokens: undefined, ...wording };
  const { text, evidence } = await askWorkbench(bench.services, { id, question, writing });
  return [...text.matchAll(/\[chunk:(e\d+)\]/g)].flatMap(([, cited = '']) => evidence.get(cited)?.path ?? []);
}

it('are from the documentation if it covers the question, and from code otherwise', async () => {
  const usage = 'How do I set the temperature limit of a kiln?';
  const [first, ...others] = await listCited(usage, { prefer: 'documentation' });
  expect(first).toBe('docs/firing.md');
  expect(others).not.toContain('CHANGELOG.md');
  expect((await listCited(usage))[0]).toBe('src/kiln.py');
  const inner = 'How does cooling down slowly count the steps?';
  expect((await listCited(inner, { prefer: 'documentation' }))[0]).toBe('src/kiln.py');
});

it('are from code if the question asks for a definition', async () => {
  const cited = await listCited('Where is `Kiln.set_temperature_limit` defined?', {
    prefer: 'documentation',
  });
  expect(cited[0]).toBe('src/kiln.py');
});
