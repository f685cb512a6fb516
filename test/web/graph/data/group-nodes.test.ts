/** A large graph begins with groups that contain every node once; opening a group shows what is in it, and no link is lost. */
import { describe, expect, it } from 'vitest';
import type {
  ExploredNode,
  Link,
  VisibleGraph,
} from '../../../../web/src/lib/features/graph/data/explored-graph.ts';
import {
  groupNodes,
  maxUngroupedNodes,
  type PictureGraph,
} from '../../../../web/src/lib/features/graph/data/group-nodes.ts';

const node = (path: string, symbol?: string, kind = 'function'): ExploredNode => ({
  id: `${path}:${symbol ?? ''}`,
  kind: symbol === undefined ? 'file' : kind,
  name: symbol === undefined ? path : symbol.slice(symbol.lastIndexOf('.') + 1),
  ...(symbol === undefined ? {} : { symbol }),
  path,
  language: 'python',
  role: 'source',
  startLine: 1,
  endLine: 2,
  nameLine: 1,
  signature: '',
  documentation: '',
  exported: true,
  complexity: 3,
  rank: 1,
  distance: 1,
});
const link = (from: string, to: string, line: number): Link => ({
  id: `${from}>${to}`,
  from,
  to,
  kinds: ['calls'],
  tier: 'resolved',
  edges: [{ from, to, kind: 'calls', tier: 'resolved', path: 'a.py', line }],
});

const file = node('src/app.py');
const members = ['run', 'stop', 'reset'].map((name) => node('src/lib.py', `Tool.${name}`, 'method'));
const tool = node('src/lib.py', 'Tool', 'class');
const helper = node('src/lib.py', 'helper');
const small: VisibleGraph = {
  nodes: [file, tool, ...members, helper],
  links: [...members, helper].map(({ id }, index) => link(file.id, id, index + 1)),
  names: new Map(),
  filtered: 0,
  overLimit: 0,
};
const many = Array.from({ length: 60 }, (_, index) =>
  node(`pkg${index % 3}/mod${index % 12}.py`, `f${index}`),
);
const large: VisibleGraph = {
  ...small,
  nodes: [file, ...many],
  links: many.map(({ id }, index) => link(id, file.id, index + 1)),
};

const group = (graph: VisibleGraph, focus: ExploredNode, opened: readonly string[] = []): PictureGraph =>
  groupNodes(graph, { focus, expanded: new Set(), opened: new Set(opened) });
const listBoxes = ({ nodes }: PictureGraph): readonly string[] =>
  nodes.map(({ id, group: { members: inside } = { members: [] } }) =>
    inside.length === 0 ? id : `${id} ${inside.length}`,
  );
const listNodes = ({ nodes }: PictureGraph): readonly string[] =>
  nodes.flatMap((box) => box.group?.members.map(({ id }) => id) ?? [box.id]).toSorted();
const countEdges = ({ links }: Pick<PictureGraph, 'links'>): number =>
  links.reduce((sum, { edges }) => sum + edges.length, 0);

describe('the graph of a file', () => {
  it('groups members with their class, and merges their links', () => {
    const drawn = group(small, file);
    expect(listBoxes(drawn)).toEqual([file.id, 'group:src/lib.py#Tool 4', helper.id]);
    expect(drawn.links.map(({ to, edges }) => `${to} ${edges.length}`)).toEqual([
      'group:src/lib.py#Tool 3',
      `${helper.id} 1`,
    ]);
    expect(drawn.nodes[1]).toMatchObject({ kind: 'class', name: 'Tool', complexity: 0 });
  });

  it('shows the members of an opened class', () => {
    expect(listBoxes(group(small, file, ['group:src/lib.py#Tool']))).toEqual(small.nodes.map(({ id }) => id));
  });
});

describe('the graph of a definition', () => {
  it('is not grouped while it is small', () => {
    expect(group(small, helper).nodes).toEqual(small.nodes);
  });

  it('begins with groups if it is large, and never loses a node or an edge', () => {
    const drawn = group(large, file);
    expect(drawn.nodes.length).toBeLessThan(maxUngroupedNodes);
    expect(listBoxes(drawn)).toContain('group:pkg0/mod0.py 5');
    expect(listNodes(drawn)).toEqual(large.nodes.map(({ id }) => id).toSorted());
    expect(countEdges(drawn)).toBe(countEdges(large));
  });

  it('groups files by folder if there are too many', () => {
    const files = Array.from({ length: 90 }, (_, index) => node(`lib/part${index % 4}/file${index}.py`));
    const drawn = group({ ...large, nodes: [helper, ...files], links: [] }, helper);
    expect(listBoxes(drawn)).toEqual([
      helper.id,
      ...[23, 23, 22, 22].map((count, index) => `group:lib/part${index}/ ${count}`),
    ]);
    const opened = group({ ...large, nodes: [helper, ...files], links: [] }, helper, ['group:lib/part0/']);
    expect(opened.nodes).toHaveLength(1 + 23 + 3);
  });

  it('never groups the focus or an expanded node', () => {
    const [first] = many;
    if (first === undefined) throw new Error('There is no node.');
    const drawn = groupNodes(large, { focus: file, expanded: new Set([first.id]), opened: new Set() });
    expect(listBoxes(drawn)).toEqual(expect.arrayContaining([file.id, first.id]));
  });
});
