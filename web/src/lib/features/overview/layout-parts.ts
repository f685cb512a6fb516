/**
 * Lays out the parts of a repository in layers from top to bottom: a part is above those it refers to. Only the strongest links are drawn, so that
 * the picture stays legible; the table next to it lists all.
 */
import { Graph, layout } from '@dagrejs/dagre';
import type { Overview } from '../../api.ts';
import { describeLink, describePart, shortLabels } from './part-labels.ts';

export interface PartBox {
  readonly path: string;
  readonly label: string;
  readonly name: string;
  readonly files: number;
  /** The upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PartLine {
  readonly from: string;
  readonly to: string;
  readonly total: number;
  /** For screen readers and tooltips. */
  readonly title: string;
  /** An SVG path. */
  readonly line: string;
  readonly labelX: number;
  readonly labelY: number;
  /** Stroke width in pixels. */
  readonly weight: number;
}

export interface PartPicture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PartBox[];
  readonly lines: readonly PartLine[];
}

type Parts = Overview['parts'];

/** In pixels. */
export const boxHeight = 44;
const margin = 12;
const characterWidth = 7.4;
const minBoxWidth = 96;
const maxBoxWidth = 220;
const labelSize = { width: 34, height: 16 } as const;
const maxLines = 22;

export function layoutParts({ parts, links }: Parts): PartPicture {
  const drawn = links.slice(0, maxLines);
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 22, edgesep: 12, ranksep: 34, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  const linked = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const shown = parts.filter(({ path }) => linked.has(path));
  const labels = shortLabels(shown);
  for (const part of shown)
    graph.setNode(nodeName(part.path), { width: boxWidth(labels.get(part.path) ?? ''), height: boxHeight });
  for (const { from, to } of drawn)
    graph.setEdge(nodeName(from), nodeName(to), { ...labelSize, labelpos: 'c' });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const strongest = Math.max(...drawn.map(countLink), 1);
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: shown.map((part) => {
      const { x = 0, y = 0, width: boxSize = minBoxWidth } = graph.node(nodeName(part.path));
      const label = labels.get(part.path) ?? part.path;
      const corner = { x: Math.round(x - boxSize / 2), y: Math.round(y - boxHeight / 2), width: boxSize };
      return {
        path: part.path,
        label: shorten(label),
        name: describePart(part),
        files: part.files,
        ...corner,
      };
    }),
    lines: drawn.map((link) => {
      const { points = [], x = 0, y = 0 } = graph.edge(nodeName(link.from), nodeName(link.to));
      const total = countLink(link);
      return {
        from: link.from,
        to: link.to,
        total,
        title: `${nameOf(parts, link.from)} to ${nameOf(parts, link.to)}: ${describeLink(link)}`,
        line: smoothLine(points),
        labelX: Math.round(x),
        labelY: Math.round(y),
        weight: 1 + 2 * (Math.log(1 + total) / Math.log(1 + strongest)),
      };
    }),
  };
}

/** The path of the root folder is empty, and dagre takes an empty name for no node. */
function nodeName(path: string): string {
  return `/${path}`;
}

function countLink({ imports, calls, uses }: Parts['links'][number]): number {
  return imports + calls + uses;
}

function nameOf(parts: Parts['parts'], path: string): string {
  const part = parts.find((one) => one.path === path);
  return part === undefined ? path : describePart(part);
}

function boxWidth(label: string): number {
  return Math.round(Math.min(maxBoxWidth, Math.max(minBoxWidth, label.length * characterWidth + 24)));
}

/** The end of a path says more than its beginning. */
function shorten(label: string): string {
  const maxLength = Math.floor((maxBoxWidth - 24) / characterWidth);
  return label.length <= maxLength ? label : `…${label.slice(label.length - maxLength + 1)}`;
}

/** Curves through the middle of each segment, with the points as control points. */
function smoothLine(points: readonly { readonly x: number; readonly y: number }[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    return `Q${round(point.x)} ${round(point.y)} ${round((point.x + next.x) / 2)} ${round((point.y + next.y) / 2)}`;
  });
  return `M${round(first.x)} ${round(first.y)}${curves.join('')}L${round(last.x)} ${round(last.y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
