/** The overview of a repository through the public API: as JSON, as Markdown, from the cache, and in answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overview } from '../../../worker/contract/overview/schema.ts';
import { overviewSchema } from '../../../worker/contract/overview/schema.ts';
import { ferryTree } from '../../support/files/ferry-tree.ts';
import { packTree } from '../../support/files/tar-bytes.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
let overview: Overview;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const repository = await journey.index('ferry', await packTree(ferryTree));
  expect(repository.error).toBeUndefined();
  ({ id } = repository);
  overview = await journey.client.overview(id);
});
afterAll(() => journey.close());

describe('the overview', () => {
  it('has the form that the contract states', () => {
    expect(overviewSchema.strict().safeParse(overview).error).toBeUndefined();
    expect(overview.repository).toEqual({ id, name: 'ferry' });
  });

  it('quotes the introduction of the README without badges and sponsors', () => {
    expect(overview.purpose).toEqual([
      {
        path: 'README.md',
        startLine: 5,
        endLine: 5,
        text: 'Ferry books seats on small boats. It needs no network.',
        isListItem: false,
      },
    ]);
  });

  it('describes the folders at the root and below the main folder', () => {
    const { layout } = overview;
    expect(layout).toMatchObject({ files: 12, rootFiles: 2, mainFolder: 'src/ferry', mainFiles: 4 });
    expect(layout.folders.map(({ path, files, role }) => `${path} ${files} ${role}`)).toEqual([
      'src 9 source',
      'tests 1 test',
    ]);
    expect(layout.mainFolders.map(({ path, description }) => [path, description])).toEqual([
      [
        'src/ferry/boats',
        { path: 'src/ferry/boats/__init__.py', startLine: 1, endLine: 1, text: 'Boats and their seats.' },
      ],
      [
        'src/ferry/harbour',
        {
          path: 'src/ferry/harbour/README.md',
          startLine: 3,
          endLine: 3,
          text: 'Knows where boats wait for people.',
        },
      ],
      ['src/ferry/weather', undefined],
    ]);
    expect(layout.mainFolders[0]?.languages).toEqual([{ language: 'python', files: 2 }]);
    expect(layout.mainFolders[0]?.definitions.map(({ name, nameLine }) => `${name} ${nameLine}`)).toEqual([
      'Boat 1',
    ]);
  });

  it('finds where programs start and what importers get', () => {
    expect(
      overview.entryPoints.map(({ kind, name, path, startLine }) => [kind, name, `${path}:${startLine}`]),
    ).toEqual([
      ['command', 'ferry', 'pyproject.toml:5'],
      ['export', 'ferry', 'src/ferry/__init__.py:1'],
      ['main', 'python -m ferry', 'src/ferry/__main__.py:1'],
    ]);
  });

  it('counts references from other source files, not from tests', () => {
    const [first] = overview.central;
    expect(first).toMatchObject({
      name: 'Boat',
      kind: 'class',
      files: 4,
      documentation: 'Carries people over the river.',
    });
    // Four files import it; three of them name it as a type, and one constructs it.
    expect(first?.references).toBe(8);
  });

  it('links the parts with the line of a reference', () => {
    const { parts, links } = overview.parts;
    expect(parts.map(({ path }) => path).toSorted()).toEqual([
      'src/ferry',
      'src/ferry/boats',
      'src/ferry/harbour',
      'src/ferry/weather',
    ]);
    expect(links.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'src/ferry src/ferry/boats',
      'src/ferry/harbour src/ferry/boats',
      'src/ferry/weather src/ferry/boats',
    ]);
    const harbour = links.find(({ from }) => from === 'src/ferry/harbour');
    expect(harbour).toMatchObject({ imports: 1, calls: 1, example: { path: 'src/ferry/harbour/pier.py' } });
  });

  it('says how to import the history if it is unknown', () => {
    expect(overview.changes.commits).toEqual([]);
    expect(overview.changes.notes).toEqual([
      'No history of this version was imported: index it again from a git repository.',
    ]);
  });

  it('suggests questions', () => {
    expect(overview.questions.length).toBeGreaterThan(0);
    for (const { question } of overview.questions) expect(question).not.toMatch(/^What calls/);
  });

  it('is the same when it is requested again', async () => {
    const again = await journey.client.overview(id);
    expect({ ...again, totalMs: 0 }).toEqual({ ...overview, totalMs: 0 });
  });

  it('is also Markdown in which each statement has its place', async () => {
    const markdown = await journey.client.overviewMarkdown(id);
    expect(markdown).toContain('Ferry books seats on small boats. It needs no network. (`README.md:5`)');
    expect(markdown).toContain('- `src/ferry/harbour/`, 2 files');
    expect(markdown).toContain('- command: `ferry` → `ferry.cli:main` (`pyproject.toml:5`)');
    expect(markdown).toMatch(
      /\| `src\/ferry\/harbour` \| `src\/ferry\/boats` \| 1 \| 1 \| \d+ \| `src\/ferry\/harbour\/pier.py:\d+` \|/,
    );
    expect(markdown).not.toMatch(/sponsor/i);
  });

  it('of an unknown version is a problem', async () => {
    await expect(journey.client.overview(id, 'v9')).rejects.toMatchObject({
      problem: { code: 'version_not_found' },
    });
  });
});

describe('a question about the whole repository', () => {
  it.each([
    ['How is this repository laid out?', '`src/ferry/boats/__init__.py` says: “Boats and their seats.”'],
    ['What are the entry points?', 'The command `ferry` runs `ferry.cli:main`, as `pyproject.toml` states'],
    [
      'How do the parts depend on each other?',
      '`src/ferry/harbour` refers to `src/ferry/boats`: 1 import, 1 call',
    ],
    ['What is the most-referenced code?', '`Boat` is a class in `src/ferry/boats/boat.py`'],
    ['Give me an overview', '`README.md` says: “Ferry books seats on small boats.”'],
  ])('is answered from the overview: %s', async (question, sentence) => {
    const answer = await journey.client.answer(id, { question });
    expect(answer.confidence).toBe('high');
    expect(answer.answer).toContain(sentence);
    expect(answer.claims.length).toBeGreaterThan(1);
    for (const claim of answer.claims) expect(claim.state, claim.text).toBe('verified');
  });

  it('about a part is not', async () => {
    const { answer } = await journey.client.answer(id, { question: 'How does `moor` work?' });
    expect(answer).not.toContain('The index contains');
  });
});
