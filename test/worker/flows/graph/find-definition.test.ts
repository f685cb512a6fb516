import { describe, expect, it } from 'vitest';
import { findDefinition } from '../../../../worker/flows/graph/find-definition.ts';
import { graphServices, graphSnapshot } from '../../../support/graph-services.ts';
import { graphOf } from '../../../support/memory-graph.ts';

const graph = graphOf({ 'a.py': ['f 1-3', 'g 4-9'], 'b.py': ['g 1-2'], 'c.py': ['h 1-1'] }, [
  'a.py f calls b.py g @2',
  'a.py imports b.py @1',
  'a.py g calls c.py h @5',
  'a.py g calls b.py g @5',
]);
const texts = { 'a.py': '\n\n\n\nreturn renamed(g())\n' };
const find = async (line: number, name: string, path = 'a.py') =>
  (await findDefinition(graphServices(graph, texts), graphSnapshot.key, { path, line, name })).map(
    (node) => `${node.path} ${node.symbol ?? ''} ${node.tier}`,
  );

describe('findDefinition', () => {
  it('follows what the line proves, to a file by its name as well', async () => {
    expect(await find(2, 'g')).toEqual(['b.py g resolved']);
    expect(await find(1, 'b')).toEqual(['b.py  resolved']);
  });

  it('takes the one target that the line does not name for what an alias stands for', async () => {
    expect(await find(5, 'renamed')).toEqual(['c.py h resolved']);
  });

  it('tells a definition of itself, and guesses by name for guesses', async () => {
    expect(await find(4, 'g')).toEqual(['a.py g resolved']);
    expect(await find(9, 'g')).toEqual(['a.py g name-match', 'b.py g name-match']);
    expect(await find(9, 'nothing')).toEqual([]);
  });

  it('refuses a file that is not there', async () => {
    await expect(find(1, 'g', 'none.py')).rejects.toMatchObject({ code: 'file_not_found' });
  });
});
