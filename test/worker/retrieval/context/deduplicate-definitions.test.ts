/** Nearly identical definitions count once, and the original represents them. */
import { describe, expect, it } from 'vitest';
import { deduplicateDefinitions } from '../../../../worker/retrieval/context/deduplicate-definitions.ts';
import type { ReadableDefinition } from '../../../../worker/retrieval/context/readable-definition.ts';
import { createDefinition } from './definitions.ts';

const createVerb = (verb: string): string => `def ${verb}(self, path, *, name=None, tags=None):
    """
    Adds a route that answers a request of this kind.

    The route is matched in the order in which the routes were added. Its name is used to build
    addresses, its tags group it in the documentation, and both are optional. The decorated function
    receives the parameters of the path, of the query and of the body, each converted to its declared type.
    """
    return self.route(path, name=name, tags=tags, method="${verb.toUpperCase()}")
`;

const define = (path: string, file: string, options: Partial<ReadableDefinition> = {}): ReadableDefinition =>
  createDefinition({
    file,
    from: file.slice(0, 6).trimEnd(),
    to: file.trimEnd().split('\n').at(-1)?.slice(0, 12) ?? '',
    path,
    ...options,
  });
const defineEmpty = (path: string, name: string) => define(path, `def ${name}():\n    return None\n`);
const summarize = (definitions: readonly ReadableDefinition[]) =>
  definitions.map(({ path, similar, score }) => [path, similar, score]);

describe('deduplicateDefinitions', () => {
  it('shows one of several methods with the same documentation', () => {
    const verbs = ['get', 'put', 'post', 'trace'].map((verb, at) =>
      define(`src/${verb}.py`, createVerb(verb), { score: 1 - at / 10 }),
    );
    expect(summarize(deduplicateDefinitions(verbs))).toEqual([['src/get.py', 3, 1]]);
  });

  it('prefers the source to an example that ranks higher, and keeps the better score', () => {
    const example = define('examples/get.py', createVerb('get'), { role: 'example', score: 0.9 });
    const source = define('src/get.py', createVerb('get'), { score: 0.4 });
    expect(summarize(deduplicateDefinitions([example, source]))).toEqual([['src/get.py', 1, 0.9]]);
  });

  it('keeps the best ranked one if the question asks for examples', () => {
    const example = define('examples/get.py', createVerb('get'), { role: 'example', score: 0.9 });
    const source = define('src/get.py', createVerb('get'), { score: 0.4 });
    expect(summarize(deduplicateDefinitions([example, source], true))).toEqual([['examples/get.py', 1, 0.9]]);
  });

  it('prefers a page to its translation, whose words differ', () => {
    const translated = define('docs/de/guide.md', '# Anfang\n\nSo beginnt man.\n', { role: 'translation' });
    const page = define('docs/en/guide.md', '# Begin\n\nThis is how to begin.\n', { role: 'docs' });
    expect(summarize(deduplicateDefinitions([translated, page]))).toEqual([['docs/en/guide.md', 1, 1]]);
  });

  it('prefers the current to the legacy variant', () => {
    const legacy = define('src/legacy/get.py', createVerb('get'));
    const current = define('src/get.py', createVerb('get'));
    expect(summarize(deduplicateDefinitions([legacy, current]))).toEqual([['src/get.py', 1, 1]]);
  });

  it('keeps short definitions that differ in a word, and drops equal ones', () => {
    const kept = deduplicateDefinitions([
      defineEmpty('a.py', 'open'),
      defineEmpty('b.py', 'close'),
      defineEmpty('c.py', 'open'),
    ]);
    expect(summarize(kept)).toEqual([
      ['a.py', 1, 1],
      ['b.py', 0, 1],
    ]);
  });
});
