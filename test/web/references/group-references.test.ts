/** References are grouped by file, with source files first. Unproven references are separate. */
import { describe, expect, test } from 'vitest';
import type { GraphEdge, GraphNode } from '../../../web/src/lib/api.ts';
import { countPlaces, groupReferences } from '../../../web/src/lib/features/references/group-references.ts';

const node = (id: string, overrides: Partial<GraphNode> = {}): GraphNode => ({
  id,
  kind: 'function',
  name: id,
  symbol: id,
  path: `src/${id}.py`,
  language: 'python',
  role: 'source',
  startLine: 1,
  endLine: 9,
  nameLine: 1,
  signature: '',
  documentation: '',
  exported: true,
  complexity: 1,
  rank: 0,
  ...overrides,
});
const edge = (from: string, to: string, overrides: Partial<GraphEdge> = {}): GraphEdge => ({
  from,
  to,
  kind: 'calls',
  tier: 'resolved',
  path: `src/${from}.py`,
  line: 4,
  ...overrides,
});

const answer = {
  focus: node('target'),
  nodes: [node('b'), node('a'), node('check', { role: 'test' })],
  edges: [
    edge('check', 'target', { text: '  target()' }),
    edge('b', 'target', { line: 9, tier: 'import-scoped' }),
    edge('b', 'target', { line: 7 }),
    edge('b', 'target', { line: 7, kind: 'uses' }),
    edge('a', 'target', { tier: 'name-match' }),
    edge('3', 'target', { path: 'src/b.py', line: 1, kind: 'imports' }),
  ],
  unsure: [
    { from: 'a', name: 'target', kind: 'calls' as const, path: 'src/a.py', line: 5, candidates: 3 },
    { from: 'a', name: 'target', kind: 'calls' as const, path: 'src/a.py', line: 8, candidates: 3 },
  ],
};

describe('groupReferences', () => {
  const groups = groupReferences(answer);

  test('groups proven references by file and line, tests last', () => {
    expect(groups.proven.map(({ path }) => path)).toEqual(['src/b.py', 'src/check.py']);
    expect(groups.proven[0]?.places.map(({ line }) => line)).toEqual([1, 7, 9]);
    expect(groups.proven[1]).toMatchObject({ role: 'test', places: [{ text: 'target()' }] });
  });

  test('merges two edges on one line', () => {
    expect(groups.proven[0]?.places[1]).toMatchObject({ kinds: ['calls', 'uses'], enclosingName: 'b' });
    expect(countPlaces(groups.proven)).toBe(4);
  });

  test('names no enclosing definition for a reference outside all definitions', () => {
    expect(groups.proven[0]?.places[0]?.enclosingName).toBeUndefined();
  });

  test('separates name matches and ambiguous references', () => {
    expect(groups.nameMatches.map(({ path }) => path)).toEqual(['src/a.py']);
    expect(groups.ambiguous).toMatchObject([{ path: 'src/a.py', places: [{ line: 5 }, { line: 8 }] }]);
  });
});
