/** Picks files by their entry in the repository map: paths, definitions, headings and references to them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { pickFiles } from '../../../../worker/retrieval/search/pick-files.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import type { RetrievalScope } from '../../../../worker/retrieval/search/retrieve-spans.ts';
import { readTermStatistics } from '../../../../worker/retrieval/search/search-terms.ts';
import { createRetrievalScope } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const fillers = Array.from(
  { length: 14 },
  (_, at) => [`src/part${at}.py`, `def part${at}():\n    return ${at}\n`] as const,
);
const tree = {
  ...Object.fromEntries(fillers),
  'src/session.py': 'class Session:\n    def sign(self, secret):\n        return secret\n',
  'src/notes.py':
    'def remember():\n    # A session is signed by its secret; sign the session.\n    return None\n',
  'src/cookies.py':
    'from session import Session\n\ndef bake():\n    return 1\n\ndef session_cookie():\n    return Session()\n',
  'tests/test_session.py':
    'from session import Session\n\ndef test_session_sign():\n    assert Session().sign("s")\n',
  'docs/sessions.md': '# Signing sessions\n\nEach is signed.\n',
};

let bench: Workbench;
let scope: RetrievalScope;
beforeAll(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  const { id } = await uploadAndIndex(bench, tree);
  scope = await createRetrievalScope(bench, id);
});

async function pick(text: string, paths?: readonly string[], kinds?: readonly string[]) {
  const question = readQuestion(text);
  const statistics = await readTermStatistics(bench.services.textIndex, scope.key, question.terms);
  return pickFiles(bench.services, { ...scope, paths }, question, {
    ...statistics,
    ...(kinds === undefined ? {} : { kinds }),
  });
}
const pickedPaths = async (...request: Parameters<typeof pick>) =>
  (await pick(...request)).map(({ path }) => path);

const pickedPathsOfKinds = (...kinds: readonly string[]) =>
  pickedPaths('How is a session signed?', undefined, kinds);

describe('pickFiles', () => {
  it('orders files by how much of the question their map entry contains, with scores between 0 and 1', async () => {
    const picked = await pick('How is a session signed?');
    expect(picked.map(({ path }) => path)).toEqual(['src/session.py', 'src/cookies.py']);
    for (const { likelihood } of picked) {
      expect(likelihood).toBeGreaterThan(0);
      expect(likelihood).toBeLessThanOrEqual(1);
    }
    expect(picked[0]?.chunk.path).toBe('src/session.py');
  });

  it('ignores words that appear only in the text of a file', async () => {
    expect(await pickedPaths('How is a session remembered?')).toContain('src/notes.py');
    expect(await pickedPaths('How is a session signed?')).not.toContain('src/notes.py');
  });

  it('picks tests and documents if the question asks for them', async () => {
    expect(await pickedPaths('Which tests cover signing a session?')).toContain('tests/test_session.py');
    expect(await pickedPaths('What do the docs say about signing sessions?')).toContain('docs/sessions.md');
  });

  it('picks files of the filtered kinds, whatever the question asks for', async () => {
    expect(await pickedPathsOfKinds('test')).toEqual(['tests/test_session.py']);
    expect(await pickedPathsOfKinds('docs')).toEqual(['docs/sessions.md']);
    expect(await pickedPathsOfKinds('source', 'docs')).toEqual(
      expect.arrayContaining(['src/session.py', 'docs/sessions.md']),
    );
    const [document] = await pick('How is a session signed?', undefined, ['docs']);
    expect(await pickedPathsOfKinds(document?.chunk.kind ?? '')).toEqual(['docs/sessions.md']);
    const [source] = await pick('How is a session signed?');
    const sameKind = await pickedPathsOfKinds(source?.chunk.kind ?? '');
    expect(sameKind).toContain('src/session.py');
    // A test may have the same chunk kind, but the question does not ask for tests.
    expect(sameKind.every((path) => path.startsWith('src/'))).toBe(true);
    expect(await pickedPathsOfKinds('config')).toEqual([]);
  });

  it('picks only files within the requested paths', async () =>
    expect(await pickedPaths('How is a session signed?', ['src/cookies.py'])).toEqual(['src/cookies.py']));

  it('picks at most ten files, and none for unknown words', async () => {
    expect(
      (await pick('part0 part1 part2 part3 part4 part5 part6 part7 part8 part9 part10 part11')).length,
    ).toBe(10);
    expect(await pick('zebra quokka')).toEqual([]);
    expect(await pick('?')).toEqual([]);
  });
});
