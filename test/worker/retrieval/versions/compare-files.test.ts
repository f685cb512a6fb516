/** Compares the files of two versions: added, removed, changed, or renamed with the same content. */
import { expect, it } from 'vitest';
import { compareFiles } from '../../../../worker/retrieval/versions/compare-files.ts';

const file = (path: string, before: string | undefined, after: string | undefined) => ({
  path,
  before,
  after,
});

it('reports the change of each path, in path order', () => {
  const changes = compareFiles([
    file('new.py', undefined, 'n'),
    file('changed.py', 'a', 'b'),
    file('to.py', undefined, 'm'),
    file('from.py', 'm', undefined),
    file('gone.py', 'g', undefined),
  ]);
  expect(changes).toEqual([
    { change: 'changed', path: 'changed.py', oldPath: undefined },
    { change: 'removed', path: 'gone.py', oldPath: undefined },
    { change: 'added', path: 'new.py', oldPath: undefined },
    { change: 'renamed', path: 'to.py', oldPath: 'from.py' },
  ]);
});

it('pairs files with the same content in path order, each once', () => {
  const changes = compareFiles([
    file('old/b', 'e', undefined),
    file('old/a', 'e', undefined),
    file('old/c', 'e', undefined),
    file('new/2', undefined, 'e'),
    file('new/1', undefined, 'e'),
  ]);
  expect(changes).toEqual([
    { change: 'renamed', path: 'new/1', oldPath: 'old/a' },
    { change: 'renamed', path: 'new/2', oldPath: 'old/b' },
    { change: 'removed', path: 'old/c', oldPath: undefined },
  ]);
});

it('does not copy the list of files with the same content for each of them', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => file(`old/${at}`, 'e', undefined));
  let copied = 0;
  const prototype: unknown[] = Array.prototype;
  const iterator = prototype[Symbol.iterator];
  prototype[Symbol.iterator] = function counted(this: unknown[]) {
    copied += this.length;
    return iterator.call(this);
  };
  try {
    compareFiles(many);
  } finally {
    prototype[Symbol.iterator] = iterator;
  }
  expect(copied).toBeLessThan(10 * many.length);
});
