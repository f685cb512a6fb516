/** Files picked by what stands in the map of the repository: paths, definitions, headings and what refers to them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { pickFiles } from '../../../../worker/retrieval/search/pick-files.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import type { RetrievalScope } from '../../../../worker/retrieval/search/retrieve-spans.ts';
import { readTermStatistics } from '../../../../worker/retrieval/search/search-terms.ts';
import { retrievalScope } from '../../../support/samples/ask-workbench.ts';
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
  scope = await retrievalScope(bench, id);
});

async function pick(text: string, paths?: readonly string[], kinds?: readonly string[]) {
  const question = readQuestion(text);
  const held = await readTermStatistics(bench.services.textIndex, scope.key, question.terms);
  return pickFiles(bench.services, { ...scope, paths }, question, {
    ...held,
    ...(kinds === undefined ? {} : { kinds }),
  });
}
const pathsOf = async (...asked: Parameters<typeof pick>) => (await pick(...asked)).map(({ path }) => path);

const ofKinds = (...kinds: readonly string[]) => pathsOf('How is a session signed?', undefined, kinds);

describe('pickFiles', () => {
  it('takes the file whose map entry holds most of the question first, others after, by shares of 0 to 1', async () => {
    const picked = await pick('How is a session signed?');
    expect(picked.map(({ path }) => path)).toEqual(['src/session.py', 'src/cookies.py']);
    for (const { share } of picked) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThanOrEqual(1);
    }
    expect(picked[0]?.chunk.path).toBe('src/session.py');
  });

  it('leaves out what only the text of a file says', async () => {
    expect(await pathsOf('How is a session remembered?')).toContain('src/notes.py');
    expect(await pathsOf('How is a session signed?')).not.toContain('src/notes.py');
  });

  it('takes tests and documents where they are asked for', async () => {
    expect(await pathsOf('Which tests cover signing a session?')).toContain('tests/test_session.py');
    expect(await pathsOf('What do the docs say about signing sessions?')).toContain('docs/sessions.md');
  });

  it('takes what is of the kinds filtered for, whatever the question asks for', async () => {
    expect(await ofKinds('test')).toEqual(['tests/test_session.py']);
    expect(await ofKinds('docs')).toEqual(['docs/sessions.md']);
    expect(await ofKinds('source', 'docs')).toEqual(
      expect.arrayContaining(['src/session.py', 'docs/sessions.md']),
    );
    const [document] = await pick('How is a session signed?', undefined, ['docs']);
    expect(await ofKinds(document?.chunk.kind ?? '')).toEqual(['docs/sessions.md']);
    const [source] = await pick('How is a session signed?');
    const alike = await ofKinds(source?.chunk.kind ?? '');
    expect(alike).toContain('src/session.py');
    // A test may be of the same kind of chunk, and was not asked for.
    expect(alike.every((path) => path.startsWith('src/'))).toBe(true);
    expect(await ofKinds('config')).toEqual([]);
  });

  it('holds to the paths asked for', async () =>
    expect(await pathsOf('How is a session signed?', ['src/cookies.py'])).toEqual(['src/cookies.py']));

  it('picks ten at most, and none of words that are nowhere', async () => {
    expect(
      (await pick('part0 part1 part2 part3 part4 part5 part6 part7 part8 part9 part10 part11')).length,
    ).toBe(10);
    expect(await pick('zebra quokka')).toEqual([]);
    expect(await pick('?')).toEqual([]);
  });
});
