/** Answers from the overview: counts are its own facts, and quotations and names are looked up in the cited lines. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RepositoryOverview } from '../../../../worker/core/repositories/overview.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { readOverview } from '../../../../worker/flows/overview/read-overview.ts';
import {
  resolveSnapshot,
  type ResolvedSnapshot,
} from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { ferryTree } from '../../../support/files/ferry-tree.ts';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import { openAnsweringWorkbench } from '../../../support/workbench/open-answering-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import type { Workbench } from '../../../support/workbench/workbench.ts';

const manifest = `{
  "name": "ferry",
  "exports": { ".": "./dist/index.js", "./seat": "./dist/seat.js" },
  "scripts": { "test": "vitest run \\"seat tests\\"" }
}
`;

let bench: Workbench;
let id: string;
let resolved: ResolvedSnapshot;
beforeAll(async () => {
  bench = await openAnsweringWorkbench();
  ({ id } = await uploadAndIndex(bench, { ...ferryTree, 'package.json': manifest }));
  resolved = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
});
const ask = (question: string) => askWorkbench(bench.services, { id, question });

describe('an answer from the overview', () => {
  it.each([
    'Give me an overview',
    'How is this repository laid out?',
    'What are the entry points?',
    'How do the parts depend on each other?',
    'What is the most-referenced code?',
  ])('is verified: %s', async (question) => {
    const { claims, verdict } = await ask(question);
    expect(verdict?.confidence).toBe('high');
    expect(claims.length).toBeGreaterThan(1);
    for (const claim of claims) expect(claim.state, claim.text).toBe('verified');
  });

  it('looks up quotations and names, and no more than counts are its own facts', async () => {
    const { claims } = await ask('How is this repository laid out?');
    const byQuery = claims.filter(({ checks }) => checks.some(({ check }) => check === 'query'));
    for (const { text } of byQuery) expect(text).toMatch(/contains .*\d/);
    const quoted = claims.filter(({ text }) => text.includes('“'));
    expect(quoted.length).toBeGreaterThan(1);
    for (const { checks } of quoted) expect(checks.map(({ check }) => check)).toContain('quote');
    const defined = claims.find(({ text }) => text.startsWith('It defines `Boat`'));
    expect(defined?.checks.map(({ check }) => check)).toContain('identifier');
  });

  it('states an export by its target if its lines do not state the name', async () => {
    const { text } = await ask('What are the entry points?');
    expect(text).toContain('`package.json` exports `./dist/seat.js` as `./seat`');
    expect(text).toContain('`ferry` is a program that python -m starts in `src/ferry/__main__.py`');
  });

  it('omits what the cited lines do not prove', async () => {
    const { changes: _changes, ...overview } = await readOverview(bench.services, resolved);
    const [paragraph] = overview.purpose;
    const [central] = overview.central;
    if (paragraph === undefined || central === undefined) throw new Error('The overview is empty.');
    const wrong: Omit<RepositoryOverview, 'changes'> = {
      ...overview,
      purpose: [{ ...paragraph, text: 'Ferry sells tickets to the far side of the moon.' }, paragraph],
      central: [{ ...central, name: 'Moon' }, central],
    };
    const digest = `overview ${bench.services.build}`;
    const write = (value: unknown) =>
      bench.services.answerCache.write(resolved.key, digest, [
        { type: 'text', delta: JSON.stringify(value) },
      ]);
    await write(wrong);
    const { text, claims } = await ask('Give me an overview');
    await write(overview);
    expect(text).not.toMatch(/moon/i);
    expect(text).toContain('Ferry books seats on small boats.');
    for (const claim of claims) expect(claim.state, claim.text).toBe('verified');
  });
});
