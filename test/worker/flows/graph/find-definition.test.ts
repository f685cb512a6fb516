import { describe, expect, it } from 'vitest';
import { findDefinition } from '../../../../worker/flows/graph/find-definition.ts';
import { createGraphServices, graphSnapshot } from '../../../support/workbench/graph-services.ts';
import { createMemoryGraph } from '../../../support/fakes/memory-graph.ts';

const graph = createMemoryGraph({ 'a.py': ['f 1-3', 'g 4-9'], 'b.py': ['g 1-2'], 'c.py': ['h 1-1'] }, [
  'a.py f calls b.py g @2',
  'a.py imports b.py @1',
  'a.py g calls c.py h @5',
  'a.py g calls b.py g @5',
]);
const texts = { 'a.py': '\n\n\n\nreturn renamed(g())\n' };
const find = async (line: number, name: string, path = 'a.py') =>
  (await findDefinition(createGraphServices(graph, texts), graphSnapshot.key, { path, line, name })).map(
    (node) => `${node.path} ${node.symbol ?? ''} ${node.tier}`,
  );

describe('findDefinition', () => {
  it('follows the edges of the line, also to a file by its name', async () => {
    expect(await find(2, 'g')).toEqual(['b.py g resolved']);
    expect(await find(1, 'b')).toEqual(['b.py  resolved']);
  });

  it('resolves an alias to the only target that the line does not name', async () => {
    expect(await find(5, 'renamed')).toEqual(['c.py h resolved']);
  });

  it('returns a definition for its own name, and marks matches by name as guesses', async () => {
    expect(await find(4, 'g')).toEqual(['a.py g resolved']);
    expect(await find(9, 'g')).toEqual(['a.py g name-match', 'b.py g name-match']);
    expect(await find(9, 'nothing')).toEqual([]);
  });

  it('rejects an unknown file', async () => {
    await expect(find(1, 'g', 'none.py')).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
