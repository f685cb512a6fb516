/** A search returns the best spans first, within the filters, each with its score components and a link to its lines. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { splitLines } from '../../../../worker/core/text/decode-text.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { noFilters, type SearchFilters } from '../../../../worker/flows/search/search-filters.ts';
import {
  permalink,
  searchSnapshot,
  type SearchQuery,
} from '../../../../worker/flows/search/search-snapshot.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';
import { smallRepository } from '../../../support/files/small-repository.ts';

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    settings: parseConfig({}).settings,
  }));
  ({ id } = await uploadAndIndex(bench, smallRepository));
});

const createQuery = (query: string, filters: Partial<SearchFilters> = {}, topK?: number): SearchQuery => ({
  id,
  version: undefined,
  query,
  topK,
  filters: { ...noFilters, ...filters },
  expandGraph: false,
  ranking: {},
  modalityQuery: undefined,
});
const search = (...args: Parameters<typeof createQuery>) =>
  searchSnapshot(bench.services, viewer, createQuery(...args));
const searchPaths = async (...args: Parameters<typeof search>) => [
  ...new Set((await search(...args)).spans.map((span) => span.path)),
];

describe('a search', () => {
  it('returns the definition of a name first, then its uses', async () => {
    const found = await searchPaths('join_chunks');
    expect(found[0]).toBe('src/parcel/chunks.py');
    expect(found).toContain('tests/test_chunks.py');
  });

  it('returns each span with its lines and explanation, best first', async () => {
    const { spans, confidence, covered } = await search('chunks joined back');
    expect(confidence).toBe('high');
    expect(covered).toBeGreaterThan(0.6);
    for (const [index, span] of spans.entries()) {
      const lines = splitLines(smallRepository[span.path] ?? '').slice(span.startLine - 1, span.endLine);
      if (span.path !== 'src/parcel/upload.py') expect(span.text).toBe(lines.join(''));
      expect(span.ranked.score).toBeLessThanOrEqual(spans[index - 1]?.ranked.score ?? Infinity);
      expect(Object.keys(span.ranked.scores)).toEqual(expect.arrayContaining(['words', 'meaning']));
    }
  });

  it('returns at most the requested number of spans', async () => {
    expect((await search('parcel', {}, 2)).spans).toHaveLength(2);
    expect((await search('parcel', {}, 50)).spans.length).toBeGreaterThan(4);
  });

  it('ranks code above documentation about it', async () => {
    const found = await searchPaths('parcel joins the chunks of a file', {}, 50);
    expect(found[0]).toBe('src/parcel/chunks.py');
    expect(found.indexOf('docs/fr/index.md')).toBeGreaterThan(0);
  });

  it.each([['kafka consumer group'], ['?'], ['frobnicate()'], ['AND OR NOT NEAR("x")'], ['"*^:(){}[]']])(
    'for %j is out of scope',
    async (query) => {
      expect(await search(query)).toMatchObject({ class: 'out-of-scope', confidence: 'out-of-scope' });
    },
  );
});

describe('a misspelled word', () => {
  it('is corrected to a word in the repository, and reported, without raising the confidence', async () => {
    const { spans, confidence, readAs } = await search('How are chnuks joined back?');
    expect(readAs).toBe('How are chunks joined back?');
    expect(confidence).toBe('low');
    expect(spans[0]?.path).toBe('src/parcel/chunks.py');
    const correctlySpelled = await search('How are chunks joined back?');
    expect(spans.map(({ ranked }) => ranked)).toEqual(correctlySpelled.spans.map(({ ranked }) => ranked));
  });

  it('is corrected with the same confidence if the other words are enough', async () => {
    const text = 'ChunkStore join_chunks chunks joined back parcle';
    expect(await search(text.replace('parcle', 'zzyzx'))).toMatchObject({
      readAs: undefined,
      confidence: 'high',
    });
    expect(await search(text)).toMatchObject({
      readAs: text.replace('parcle', 'parcel'),
      confidence: 'high',
    });
  });

  it('is not searched for if the repository contains all words', async () => {
    let lookups = 0;
    const similarTerms: typeof bench.services.textIndex.similarTerms = (...args) => {
      lookups += 1;
      return bench.services.textIndex.similarTerms(...args);
    };
    const services = { ...bench.services, textIndex: { ...bench.services.textIndex, similarTerms } };
    const searchWith = (query: string) => searchSnapshot(services, viewer, createQuery(query));
    expect(await searchWith('chunks joined back')).toMatchObject({ readAs: undefined, confidence: 'high' });
    expect(lookups).toBe(0);
    expect(await searchWith('parcle chunks')).toMatchObject({ readAs: 'parcel chunks' });
    expect(lookups).toBe(1);
  });

  it.each(['Where is `chnuks` defined?', 'What does join_chnuks() do?', 'ChnukStore'])(
    'in a name written as code is not corrected: %s',
    async (query) => {
      expect(await search(query)).toMatchObject({ readAs: undefined, confidence: 'out-of-scope' });
    },
  );

  it('does not bring an unknown subject into scope', async () => {
    const found = await search('How do chnuks reach the kafka consumer group?');
    expect(found).toMatchObject({ readAs: undefined, confidence: 'out-of-scope' });
  });
});

describe('several questions in one', () => {
  const first = 'How are the chunks of a file joined back';
  const second = 'where is the archive uploaded';

  it('are all answered by the first results, without duplicates', async () => {
    const { spans, subQueries } = await search(`${first} and ${second}?`, {}, 50);
    expect(subQueries).toEqual([first, second]);
    const [joined, uploaded] = await Promise.all([search(first, {}, 50), search(second, {}, 50)]);
    const bestPaths = [joined, uploaded].map(({ spans: [best] }) => best?.path);
    expect(new Set(bestPaths).size).toBe(2);
    expect(spans.slice(0, 5).map(({ path }) => path)).toEqual(expect.arrayContaining(bestPaths));
    const keys = spans.map(({ ranked }) => ranked.chunk.key);
    expect(keys).toHaveLength(new Set(keys).size);
  });

  const outOfScope = 'how does the kafka consumer group rebalance its partitions';

  it.each([
    ['last', `${first} and ${outOfScope}?`],
    ['first', `${outOfScope} and ${first.toLowerCase()}?`],
  ])('are answered as far as possible, and the %s part is reported as unanswered', async (_, text) => {
    const found = await search(text, {}, 50);
    expect(found).toMatchObject({ confidence: 'high', class: 'how' });
    expect(found.subQueries).toHaveLength(2);
    expect(found.notes).toEqual([
      expect.stringMatching(/^The repository contains no answer to “how does the kafka .*”\.$/i),
    ]);
    const alone = await search(first, {}, 50);
    expect(found.spans.map(({ ranked }) => ranked.chunk.key)).toEqual(
      alone.spans.map(({ ranked }) => ranked.chunk.key),
    );
  });

  it('have low confidence if a part is found only by a corrected word', async () => {
    const text = `${first} and how does the archvie get there?`;
    const found = await search(text);
    expect(found).toMatchObject({ readAs: text.replace('archvie', 'archive'), confidence: 'low', notes: [] });
  });

  it('are declined if none has an answer', async () => {
    const found = await search(`${outOfScope} and where are its brokers elected?`);
    expect(found.subQueries).toHaveLength(2);
    expect(found).toMatchObject({ confidence: 'out-of-scope', class: 'out-of-scope', notes: [] });
  });

  it('all respect the filters', async () => {
    const found = await searchPaths(`${first} and ${second}?`, { paths: ['tests/**'] });
    expect(found).toEqual(['tests/test_chunks.py']);
  });

  it('are searched as one question if they ask the same', async () =>
    expect(await search('How are chunks split and joined?')).toMatchObject({ subQueries: [] }));
});

const listKinds = async (kinds: readonly string[]) =>
  (await search('parcel chunks', { kinds }, 50)).spans.map(({ ranked }) => ranked.chunk.kind);

describe('filters', () => {
  it.each([
    [{ paths: ['src/**'] }, /^src\//],
    [{ paths: ['*.md'] }, /\.md$/],
    [{ languages: ['markdown'] }, /\.md$/],
    [{ paths: ['docs'], languages: ['markdown'] }, /^docs\//],
    [{ kinds: ['test'] }, /^tests\//],
  ])('return only matching files: %j', async (filters, expected) => {
    const found = await searchPaths('parcel chunks', filters, 50);
    expect(found.length).toBeGreaterThan(0);
    for (const path of found) expect(path).toMatch(expected);
  });

  it.each([
    [{ paths: ['src/**', '!**/upload.py'] }, /^src\/(?!.*upload\.py)/],
    [{ paths: ['!src/**'] }, /^(?!src\/)/],
    [{ languages: ['!py'] }, /(?<!\.py)$/],
    [{ kinds: ['!tests', '!docs', '!translation', '!config'] }, /^src\//],
    [{ kinds: ['function', '!test'] }, /^src\//],
  ])('exclude values that start with `!`: %j', async (filters, expected) => {
    const found = await searchPaths('parcel chunks', filters, 50);
    expect(found.length).toBeGreaterThan(0);
    for (const path of found) expect(path).toMatch(expected);
  });

  it('exclude the chunks of a kind', async () => {
    expect(await listKinds([])).toContain('function');
    expect(await listKinds(['!functions'])).not.toContain('function');
  });

  it('with unknown values return nothing', async () => {
    expect(await search('parcel', { paths: ['nowhere/**'] })).toMatchObject({
      spans: [],
      confidence: 'out-of-scope',
    });
    expect((await search('parcel', { languages: ['cobol'] })).spans).toEqual([]);
  });

  it.each([
    [{ languages: ['pyhton'] }, 'No file is in the language “pyhton”. Languages: python, markdown'],
    [{ languages: ['mark'] }, 'No file is in the language “mark”. Languages: markdown, python'],
    [{ kinds: ['tset'] }, 'No result is of the kind “tset”. Kinds: test, '],
    [{ kinds: ['function_defintion'] }, 'No result is of the kind “function_defintion”. Kinds: function, '],
    [{ packages: ['left'] }, 'There is no package “left”. Packages: none.'],
    [{ tags: ['core'] }, 'Nothing has the tag “core”. Tags in the TAGS setting: none.'],
    [{ paths: ['lib/**', 'tset/**'] }, 'No path matches “lib/**” or “tset/**”. The root contains: '],
    [
      { paths: ['src/**'], languages: ['markdown'] },
      'Each of the filters matches files, but no file matches them all.',
    ],
  ])('list existing values if nothing matches: %j', async (filters, note) => {
    const { spans, notes } = await search('parcel chunks', filters);
    expect(spans).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(note)]);
  });

  it('add no note if they match something, or if the query itself finds nothing', async () => {
    expect((await search('parcel', { languages: ['python', 'cobol'] })).notes).toEqual([]);
    expect(await search('?', { languages: ['python'] })).toMatchObject({ notes: [] });
  });

  it('for tests make tests valid evidence', async () => {
    expect(await search('How are chunks joined?', { kinds: ['test'] })).toMatchObject({ confidence: 'high' });
  });

  it('apply to definitions too', async () => {
    expect(await searchPaths('ChunkStore', { paths: ['tests/**'] })).toEqual(['tests/test_chunks.py']);
  });
});

it('creates a link to lines for a path with special characters', async () => {
  const { resolved } = await search('parcel');
  expect(permalink(resolved, { path: 'a b/ü#?/x.py', startLine: 3, endLine: 9 })).toBe(
    `/r/${id}/files/a%20b/%C3%BC%23%3F/x.py?version=${resolved.snapshot.id}#L3-L9`,
  );
});

const page = (text: string) => `# Parcel guide { #parcel-guide }\n\n${text}\n`;

describe('a page in several languages', () => {
  it('appears as one result that lists its translations', async () => {
    const repository = await uploadAndIndex(bench, {
      'docs/en/guide.md': page('A parcel is signed before it is sent.'),
      'docs/fr/guide.md': page('Le parcel est signé avant son envoi.'),
      'docs/de/guide.md': page('Das parcel ist signed, bevor es versandt wird.'),
      'docs/en/other.md': '# Another guide\n\nOf a parcel that is signed elsewhere.\n',
    });
    const { spans } = await searchSnapshot(bench.services, viewer, {
      ...createQuery('How is a parcel signed?', {}, 10),
      id: repository.id,
    });
    expect(spans.map(({ path }) => path).sort()).toEqual(['docs/en/guide.md', 'docs/en/other.md']);
    const copies = spans.find(({ path }) => path === 'docs/en/guide.md')?.ranked.copies ?? [];
    expect(copies.map(({ path }) => path).sort()).toEqual(['docs/de/guide.md', 'docs/fr/guide.md']);
  });
});

it('replaces removed copies with the next results', async () => {
  const languages = ['en', 'de', 'fr', 'es', 'it', 'ja'];
  const text = page('A parcel is signed, sealed and sent.');
  const translated = languages.map((language) => [`docs/${language}/guide.md`, text] as const);
  const others = ['stamp', 'seal', 'letter', 'crate'].map(
    (name) => [`src/${name}.py`, `def ${name}(parcel):\n    return parcel.${name}\n`] as const,
  );
  const repository = await uploadAndIndex(bench, Object.fromEntries([...translated, ...others]));
  const { settings } = bench.services;
  const retrieval = { ...settings.retrieval, candidates: 6 };
  const services = { ...bench.services, dense: undefined, settings: { ...settings, retrieval } };
  const createTopQuery = (topK: number) => ({
    ...createQuery('parcel guide signed sealed sent', {}, topK),
    id: repository.id,
  });
  const few = await searchSnapshot(services, viewer, createTopQuery(1));
  expect(few.spans[0]?.ranked.copies).toHaveLength(5);
  const many = await searchSnapshot(services, viewer, createTopQuery(4));
  expect(many.spans).toHaveLength(4);
  expect(new Set(many.spans.map(({ path }) => path))).toContain('docs/en/guide.md');
  expect(many.estimate).toEqual(few.estimate);
  const scores = many.spans.map(({ ranked }) => ranked.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

it('applies kind filters to results from the graph', async () => {
  const repository = await uploadAndIndex(bench, {
    'pkg/sender.py':
      'from .envelope import Envelope\n\n\ndef send_parcel(parcel):\n    """Sends a parcel."""\n    return Envelope(parcel)\n',
    'pkg/envelope.py': 'class Envelope:\n    """What a parcel is sent in."""\n\n    size = 3\n',
  });
  const findPlaces = async (kinds: readonly string[]) => {
    const query = { ...createQuery('send parcel', { kinds }, 50), id: repository.id, expandGraph: true };
    const { spans } = await searchSnapshot(bench.services, viewer, query);
    return spans.map(({ path, ranked }) => `${path} ${ranked.chunk.kind}`).sort();
  };
  const [envelope = '', sender = ''] = await findPlaces([]);
  expect(envelope).toMatch('pkg/envelope.py');
  expect(await findPlaces([sender.split(' ')[1] ?? ''])).toEqual([sender]);
});

it('reads each of several questions in the context of the repository, where `reply.json` is a name', async () => {
  const repository = await uploadAndIndex(bench, {
    'src/reply.js': '/** Sends a body. */\nreply.json = function json(body) {\n  return send(body);\n};\n',
    'src/send.js':
      '/** Writes to the socket. */\nexport function send(body) {\n  return socket.write(body);\n}\n',
  });
  const text = 'What does reply.json do and where is the socket written to?';
  const found = await searchSnapshot(bench.services, viewer, { ...createQuery(text), id: repository.id });
  expect(found.subQueries).toHaveLength(2);
  expect(found).toMatchObject({ notes: [], spans: [{ path: 'src/reply.js' }, { path: 'src/send.js' }] });
});

describe('a question about the whole repository', () => {
  const tree = {
    'docs/projects_using_parcel.md':
      '# Projects using parcel\n\nThis project, that project and a third project.\n',
    'README.md': '# Parcel\n\nPacks folders into one archive.\n',
    'src/parcel.py': 'def pack(folder):\n    """Packs a folder."""\n    return folder\n',
  };

  it('ranks the opening document first within the filters', async () => {
    const { id: projects } = await uploadAndIndex(bench, tree);
    const searchProjects = async (query: string, filters: Partial<SearchFilters> = {}) => {
      const { spans } = await searchSnapshot(bench.services, viewer, {
        ...createQuery(query, filters),
        id: projects,
      });
      return spans.map(({ path }) => path);
    };
    expect((await searchProjects('what is this project'))[0]).toBe('README.md');
    expect((await searchProjects('what is this project', { paths: ['src/**'] }))[0]).toBe('src/parcel.py');
    expect(await searchProjects('what is this project', { kinds: ['source'] })).not.toContain('README.md');
    // A question about projects gets the document about them.
    expect((await searchProjects('projects using parcel'))[0]).toBe('docs/projects_using_parcel.md');
  });
});

const createPage = (fields: string, topic: string): string =>
  `---\n${fields}\n---\n\n# ${topic}\n\nThe first step is to prepare the ${topic.toLowerCase()} and wait for the driver.\n`;

it.each(['description: Weighing livestock before shipment', 'navTitle: Livestock shipment'])(
  'finds a page by its front matter alone: %s',
  async (field) => {
    const repository = await uploadAndIndex(bench, {
      'docs/animals.md': createPage(`title: Animals\n${field}`, 'Animals'),
      'docs/plants.md': createPage('title: Plants', 'Plants'),
      'src/belt.py': 'def move_belt(speed):\n    return speed * 2\n',
    });
    const query = { ...createQuery('livestock shipment'), id: repository.id };
    const { spans, confidence } = await searchSnapshot(bench.services, viewer, query);
    expect(spans[0]?.path).toBe('docs/animals.md');
    expect(confidence).not.toBe('out-of-scope');
  },
);
