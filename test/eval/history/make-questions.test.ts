import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { git } from '../../support/files/git.ts';
import { findIntroductions } from './introductions.ts';
import { makeQuestions } from './make-questions.ts';
import { findPullRequests } from './read-change-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'wherefore-history-'));
const commits = new Map<string, string>();
beforeAll(() => {
  git(folder, 'init', '--quiet');
  const save = (name: string, path: string, text: string, subject: string): void => {
    writeFileSync(join(folder, path), text);
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', subject);
    commits.set(name, git(folder, 'rev-parse', 'HEAD'));
  };
  const cutter = 'def cut_greedily(text):\n    return text.split("greedily")\n';
  save('first', 'cutter.py', cutter, 'Begin with a cutter');
  save('again', 'again.py', 'def came_again():\n    return 1\n', 'Add a function that will be removed');
  save('gone', 'again.py', '', 'Remove the function from the module');
  save('back', 'again.py', 'def came_again():\n    return 1\n', 'Restore the function of the module');
  git(folder, 'checkout', '--quiet', '-b', 'side');
  save(
    'side',
    'joiner.py',
    'def join_pieces(pieces):\n    return "".join(pieces)\n',
    'Join the pieces of a text again',
  );
  git(folder, 'checkout', '--quiet', 'main');
  git(folder, 'merge', '--quiet', '--no-ff', '--message', 'Merge pull request #7 from someone/side', 'side');
  save(
    'moved',
    'moved.py',
    cutter.replace('greedily")', 'slowly")'),
    'Move the cutter and cut slowly there (#9)',
  );
  git(folder, 'rm', '--quiet', 'cutter.py');
  git(folder, 'commit', '--quiet', '--amend', '--no-edit');
  commits.set('moved', git(folder, 'rev-parse', 'HEAD'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const id = (name: string): string => commits.get(name) ?? '';

it('finds the commit that introduced a moved name, and none for a name that was removed and restored', async () => {
  const names = new Map(['cut_greedily', 'came_again', 'join_pieces'].map((name) => [name, 1]));
  expect(await findIntroductions(folder, 'HEAD', names)).toEqual(
    new Map([
      ['cut_greedily', id('first')],
      ['join_pieces', id('side')],
    ]),
  );
});

it('reads the pull request of a commit from its merge or from its subject', async () => {
  const logged = [
    { id: id('side'), subject: 'Join the pieces of a text again' },
    { id: id('moved'), subject: 'Move the cutter and cut slowly there (#9)' },
    { id: id('first'), subject: 'Begin with a cutter' },
  ];
  expect(await findPullRequests(folder, 'HEAD', logged)).toEqual(
    new Map([
      [id('side'), 7],
      [id('moved'), 9],
    ]),
  );
});

it('makes the same questions for the same seed, each with the commit that git reports', async () => {
  const plan = {
    folder,
    commit: git(folder, 'rev-parse', 'HEAD'),
    repository: 'acme/cutter',
    count: 12,
    seed: 1,
  };
  const cases = await makeQuestions(plan);
  expect(await makeQuestions(plan)).toEqual(cases);
  const truths = (kind: string) =>
    cases
      .filter((historyCase) => historyCase.kind === kind)
      .map(({ request, truth }) => [JSON.stringify(request), truth.commit]);
  expect(
    truths('introduced')
      .map(([, commit]) => commit)
      .toSorted(),
  ).toEqual([id('first'), id('side')].toSorted());
  const changed = truths('last-changed').find(([request]) => request?.includes('cut_greedily'));
  expect(changed?.[1]).toBe(id('moved'));
  expect(truths('why-line').length).toBeGreaterThan(0);
  for (const [request] of truths('which-change')) expect(request).not.toMatch(/#\d/);
});
