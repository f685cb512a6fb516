/** A search: the likeliest spans first, within the filters, each with the shares of its score and a link to its lines. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { splitLines } from '../../../../worker/core/text.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { noFilters, type SearchFilters } from '../../../../worker/flows/search/search-filters.ts';
import { permalink, searchSnapshot, type SearchQuery } from '../../../../worker/flows/search/search-snapshot.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import { indexed } from '../../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/services.ts';
import { smallRepository } from '../../../support/small-repository.ts';

let bench: Workbench;
let id: string;
beforeAll(async () => {
  bench = await openWorkbench(() => ({
    parser: createTreeSitterParser(),
    settings: parseConfig({}).settings,
  }));
  ({ id } = await indexed(bench, smallRepository));
});

const queryOf = (query: string, filters: Partial<SearchFilters> = {}, topK?: number): SearchQuery => ({
  id,
  version: undefined,
  query,
  topK,
  filters: { ...noFilters, ...filters },
  expandGraph: false,
  ranking: {},
  threeWays: undefined,
});
const search = (...asked: Parameters<typeof queryOf>) =>
  searchSnapshot(bench.services, viewer, queryOf(...asked));
const paths = async (...asked: Parameters<typeof search>) => [
  ...new Set((await search(...asked)).spans.map((span) => span.path)),
];

describe('a search', () => {
  it('gives what defines the name first, then what uses it', async () => {
    const found = await paths('join_chunks');
    expect(found[0]).toBe('src/parcel/chunks.py');
    expect(found).toContain('tests/test_chunks.py');
  });

  it('gives each span as its lines, explained, best first', async () => {
    const { spans, confidence, covered } = await search('chunks joined back');
    expect(confidence).toBe('high');
    expect(covered).toBeGreaterThan(0.6);
    for (const [index, span] of spans.entries()) {
      const lines = splitLines(smallRepository[span.path] ?? '').slice(span.startLine - 1, span.endLine);
      if (span.path !== 'src/parcel/upload.py') expect(span.text).toBe(lines.join(''));
      expect(span.ranked.score).toBeLessThanOrEqual(spans[index - 1]?.ranked.score ?? Infinity);
      expect(Object.keys(span.ranked.scores)).toEqual(expect.arrayContaining(['words', 'path']));
    }
  });

  it('gives no more than is asked for, and as many as it has', async () => {
    expect((await search('parcel', {}, 2)).spans).toHaveLength(2);
    expect((await search('parcel', {}, 50)).spans.length).toBeGreaterThan(4);
  });

  it('puts what speaks of a thing below what it is', async () => {
    const found = await paths('parcel joins the chunks of a file', {}, 50);
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

describe('a misspelt word', () => {
  it('is read as the one the repository holds, which is told, and unsure as without it', async () => {
    const { spans, confidence, readAs } = await search('How are chnuks joined back?');
    expect(readAs).toBe('How are chunks joined back?');
    expect(confidence).toBe('low');
    expect(spans[0]?.path).toBe('src/parcel/chunks.py');
    const meant = await search('How are chunks joined back?');
    expect(spans.map(({ ranked }) => ranked)).toEqual(meant.spans.map(({ ranked }) => ranked));
  });

  it('is read where the other words were enough, and that is as sure', async () => {
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

  it('is not looked for where all words are held', async () => {
    let looks = 0;
    const termsLike: typeof bench.services.textIndex.termsLike = (...asked) => {
      looks += 1;
      return bench.services.textIndex.termsLike(...asked);
    };
    const services = { ...bench.services, textIndex: { ...bench.services.textIndex, termsLike } };
    const ask = (query: string) => searchSnapshot(services, viewer, queryOf(query));
    expect(await ask('chunks joined back')).toMatchObject({ readAs: undefined, confidence: 'high' });
    expect(looks).toBe(0);
    expect(await ask('parcle chunks')).toMatchObject({ readAs: 'parcel chunks' });
    expect(looks).toBe(1);
  });

  it.each(['Where is `chnuks` defined?', 'What does join_chnuks() do?', 'ChnukStore'])(
    'of a name written as code stays as it is: %s',
    async (query) => {
      expect(await search(query)).toMatchObject({ readAs: undefined, confidence: 'out-of-scope' });
    },
  );

  it('leaves what is nowhere out of scope', async () => {
    const found = await search('How do chnuks reach the kafka consumer group?');
    expect(found).toMatchObject({ readAs: undefined, confidence: 'out-of-scope' });
  });
});

describe('several questions in one', () => {
  const first = 'How are the chunks of a file joined back';
  const second = 'where is the archive uploaded';

  it('are searched apart, their best in turn, each span once', async () => {
    const { spans, subQueries } = await search(`${first} and ${second}?`, {}, 50);
    expect(subQueries).toEqual([first, second]);
    const [joined, uploaded] = await Promise.all([search(first, {}, 50), search(second, {}, 50)]);
    const bestOf = ({ spans: [best] }: typeof joined) => best?.ranked.chunk.key;
    expect(bestOf(joined)).not.toBe(bestOf(uploaded));
    expect(spans.slice(0, 2).map(({ ranked }) => ranked.chunk.key)).toEqual([
      bestOf(joined),
      bestOf(uploaded),
    ]);
    const keys = spans.map(({ ranked }) => ranked.chunk.key);
    expect(keys).toHaveLength(new Set(keys).size);
    const alone = [...joined.spans, ...uploaded.spans].map(({ ranked }) => ranked.chunk.key);
    expect(new Set(keys)).toEqual(new Set(alone));
  });

  const foreign = 'how does the kafka consumer group rebalance its partitions';

  it.each([
    ['last', `${first} and ${foreign}?`],
    ['first', `${foreign} and ${first.toLowerCase()}?`],
  ])(
    'are answered as far as the repository holds them: what it does not, asked %s, is named',
    async (_, text) => {
      const found = await search(text, {}, 50);
      expect(found).toMatchObject({ confidence: 'high', class: 'how' });
      expect(found.subQueries).toHaveLength(2);
      expect(found.notes).toEqual([
        expect.stringMatching(/^The repository holds no answer to “how does the kafka .*”\.$/i),
      ]);
      const alone = await search(first, {}, 50);
      expect(found.spans.map(({ ranked }) => ranked.chunk.key)).toEqual(
        alone.spans.map(({ ranked }) => ranked.chunk.key),
      );
    },
  );

  it('are sure of no part that is only found as a misspelt word is read', async () => {
    const text = `${first} and how does the archvie get there?`;
    const found = await search(text);
    expect(found).toMatchObject({ readAs: text.replace('archvie', 'archive'), confidence: 'low', notes: [] });
  });

  it('are declined where it holds none of them', async () => {
    const found = await search(`${foreign} and where are its brokers elected?`);
    expect(found.subQueries).toHaveLength(2);
    expect(found).toMatchObject({ confidence: 'out-of-scope', class: 'out-of-scope', notes: [] });
  });

  it('hold to the filters, each of them', async () => {
    const found = await paths(`${first} and ${second}?`, { paths: ['tests/**'] });
    expect(found).toEqual(['tests/test_chunks.py']);
  });

  it('are one where it is one', async () =>
    expect(await search('How are chunks split and joined?')).toMatchObject({ subQueries: [] }));
});

describe('filters', () => {
  it.each([
    [{ paths: ['src/**'] }, /^src\//],
    [{ paths: ['*.md'] }, /\.md$/],
    [{ languages: ['markdown'] }, /\.md$/],
    [{ paths: ['docs'], languages: ['markdown'] }, /^docs\//],
    [{ kinds: ['test'] }, /^tests\//],
  ])('%j leave only what they name', async (filters, expected) => {
    const found = await paths('parcel chunks', filters, 50);
    expect(found.length).toBeGreaterThan(0);
    for (const path of found) expect(path).toMatch(expected);
  });

  it('that name nothing leave nothing', async () => {
    expect(await search('parcel', { paths: ['nowhere/**'] })).toMatchObject({
      spans: [],
      confidence: 'out-of-scope',
    });
    expect((await search('parcel', { languages: ['cobol'] })).spans).toEqual([]);
  });

  it.each([
    [{ languages: ['pyhton'] }, 'No file is of the language “pyhton”: there are python, markdown'],
    [{ languages: ['mark'] }, 'No file is of the language “mark”: there are markdown, python'],
    [{ kinds: ['tset'] }, 'Nothing found is of the kind “tset”: there are test, '],
    [
      { kinds: ['function_defintion'] },
      'Nothing found is of the kind “function_defintion”: there are function, function_definition',
    ],
    [{ packages: ['left'] }, 'There is no package “left”: there is none.'],
    [{ tags: ['core'] }, 'Nothing has the tag “core”: the TAGS setting gives tags, and here is none.'],
    [{ paths: ['lib/**', 'tset/**'] }, 'No path matches “lib/**” or “tset/**”: at the top there are '],
    [
      { paths: ['src/**'], languages: ['markdown'] },
      'Each of the filters matches files, but no file matches them all.',
    ],
  ])('%j say what there is instead', async (filters, told) => {
    const { spans, notes } = await search('parcel chunks', filters);
    expect(spans).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(told)]);
  });

  it('say nothing where they leave something, or where nothing is what the query finds', async () => {
    expect((await search('parcel', { languages: ['python', 'cobol'] })).notes).toEqual([]);
    expect(await search('?', { languages: ['python'] })).toMatchObject({ notes: [] });
  });

  it('for tests ask for tests: they are evidence then', async () => {
    expect(await search('How are chunks joined?', { kinds: ['test'] })).toMatchObject({ confidence: 'high' });
  });

  it('hold for definitions too', async () => {
    expect(await paths('ChunkStore', { paths: ['tests/**'] })).toEqual(['tests/test_chunks.py']);
  });
});

it('a link opens the lines, whatever the path', async () => {
  const { resolved } = await search('parcel');
  expect(permalink(resolved, { path: 'a b/ü#?/x.py', startLine: 3, endLine: 9 })).toBe(
    `/r/${id}/files/a%20b/%C3%BC%23%3F/x.py?version=${resolved.snapshot.id}#L3-L9`,
  );
});

const page = (text: string) => `# Parcel guide { #parcel-guide }\n\n${text}\n`;

describe('a page in several languages', () => {
  it('takes one place, told with the others', async () => {
    const repository = await indexed(bench, {
      'docs/en/guide.md': page('A parcel is signed before it is sent.'),
      'docs/fr/guide.md': page('Le parcel est signé avant son envoi.'),
      'docs/de/guide.md': page('Das parcel ist signed, bevor es versandt wird.'),
      'docs/en/other.md': '# Another guide\n\nOf a parcel that is signed elsewhere.\n',
    });
    const { spans } = await searchSnapshot(bench.services, viewer, {
      ...queryOf('How is a parcel signed?', {}, 10),
      id: repository.id,
    });
    expect(spans.map(({ path }) => path).sort()).toEqual(['docs/en/guide.md', 'docs/en/other.md']);
    const copies = spans.find(({ path }) => path === 'docs/en/guide.md')?.ranked.copies ?? [];
    expect(copies.map(({ path }) => path).sort()).toEqual(['docs/de/guide.md', 'docs/fr/guide.md']);
  });
});

it('what copies leave free is filled with what comes after them', async () => {
  const languages = ['en', 'de', 'fr', 'es', 'it', 'ja'];
  const text = page('A parcel is signed, sealed and sent.');
  const translated = languages.map((language) => [`docs/${language}/guide.md`, text] as const);
  const others = ['stamp', 'seal', 'letter', 'crate'].map(
    (name) => [`src/${name}.py`, `def ${name}(parcel):\n    return parcel.${name}\n`] as const,
  );
  const repository = await indexed(bench, Object.fromEntries([...translated, ...others]));
  const { settings } = bench.services;
  const retrieval = { ...settings.retrieval, candidates: 6 };
  const services = { ...bench.services, dense: undefined, settings: { ...settings, retrieval } };
  const asked = (topK: number) => ({
    ...queryOf('parcel guide signed sealed sent', {}, topK),
    id: repository.id,
  });
  const few = await searchSnapshot(services, viewer, asked(1));
  expect(few.spans[0]?.ranked.copies).toHaveLength(5);
  const many = await searchSnapshot(services, viewer, asked(4));
  expect(many.spans).toHaveLength(4);
  expect(new Set(many.spans.map(({ path }) => path))).toContain('docs/en/guide.md');
  expect(many.judged).toEqual(few.judged);
  const scores = many.spans.map(({ ranked }) => ranked.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

it('filters of kinds hold for what the graph leads to', async () => {
  const repository = await indexed(bench, {
    'pkg/sender.py':
      'from .envelope import Envelope\n\n\ndef send_parcel(parcel):\n    """Sends a parcel."""\n    return Envelope(parcel)\n',
    'pkg/envelope.py': 'class Envelope:\n    """What a parcel is sent in."""\n\n    size = 3\n',
  });
  const placesOf = async (kinds: readonly string[]) => {
    const asked = { ...queryOf('send parcel', { kinds }, 50), id: repository.id, expandGraph: true };
    const { spans } = await searchSnapshot(bench.services, viewer, asked);
    return spans.map(({ path, ranked }) => `${path} ${ranked.chunk.kind}`).sort();
  };
  const [envelope = '', sender = ''] = await placesOf([]);
  expect(envelope).toMatch('pkg/envelope.py');
  expect(await placesOf([sender.split(' ')[1] ?? ''])).toEqual([sender]);
});

it('several questions are each read with the repository at hand: what looks like a file is a name there', async () => {
  const repository = await indexed(bench, {
    'src/reply.js': '/** Sends a body. */\nreply.json = function json(body) {\n  return send(body);\n};\n',
    'src/send.js':
      '/** Writes to the socket. */\nexport function send(body) {\n  return socket.write(body);\n}\n',
  });
  const text = 'What does reply.json do and where is the socket written to?';
  const found = await searchSnapshot(bench.services, viewer, { ...queryOf(text), id: repository.id });
  expect(found.subQueries).toHaveLength(2);
  expect(found).toMatchObject({ notes: [], spans: [{ path: 'src/reply.js' }, { path: 'src/send.js' }] });
});

describe('what the repository is', () => {
  const tree = {
    'docs/projects_using_parcel.md':
      '# Projects using parcel\n\nThis project, that project and a third project.\n',
    'README.md': '# Parcel\n\nPacks folders into one archive.\n',
    'src/parcel.py': 'def pack(folder):\n    """Packs a folder."""\n    return folder\n',
  };

  it('is led by what opens it, within the filters, whatever its words are', async () => {
    const { id: projects } = await indexed(bench, tree);
    const pathsOf = async (query: string, filters: Partial<SearchFilters> = {}) => {
      const { spans } = await searchSnapshot(bench.services, viewer, {
        ...queryOf(query, filters),
        id: projects,
      });
      return spans.map(({ path }) => path);
    };
    expect((await pathsOf('what is this project'))[0]).toBe('README.md');
    expect((await pathsOf('what is this project', { paths: ['src/**'] }))[0]).toBe('src/parcel.py');
    expect(await pathsOf('what is this project', { kinds: ['source'] })).not.toContain('README.md');
    // Who asks for projects is shown what speaks of them.
    expect((await pathsOf('projects using parcel'))[0]).toBe('docs/projects_using_parcel.md');
  });
});
