/** Renders the graph as a standalone SVG file: boxes, names and links, in the colors of the theme. */
import type { ExploredNode, Link } from '../data/explored-graph.ts';
import { describeKind, type KindTone } from '../data/describe-node.ts';
import { nodeSize, type NodePositions } from './layout-graph.ts';
import { layoutBounds } from './picture-geometry.ts';

interface GraphDrawing {
  readonly nodes: readonly ExploredNode[];
  readonly links: readonly Link[];
  readonly positions: NodePositions;
  readonly isDark: boolean;
}

interface Palette {
  readonly page: string;
  readonly box: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly tones: Readonly<Record<KindTone, string>>;
}

/** The colors of `tokens.css`, since a downloaded file cannot use that stylesheet. */
const light: Palette = {
  page: '#fbfbf9',
  box: '#ffffff',
  ink: '#1d1d1b',
  soft: '#55544f',
  line: '#85847c',
  tones: { file: '#55544f', type: '#0b6170', callable: '#1d4db3', value: '#8a4200', package: '#6a3fb0' },
};
const dark: Palette = {
  page: '#141513',
  box: '#1b1c1a',
  ink: '#ebeae5',
  soft: '#b0afa8',
  line: '#7f7f78',
  tones: { file: '#b0afa8', type: '#7fd0de', callable: '#9dbdff', value: '#f0b37e', package: '#cbb0ff' },
};
const dashes = { resolved: '', 'import-scoped': '9 4', 'name-match': '2 4' } as const;
const margin = 24;
/** The number of characters that fit into a box. */
const maxCharacters = 27;

export function renderGraphSvg(drawing: GraphDrawing): string {
  const palette = drawing.isDark ? dark : light;
  const { x, y, width, height } = layoutBounds(drawing.positions);
  const byId = new Map(drawing.positions.map((position) => [position.id, position]));
  const links = drawing.links.flatMap(({ from, to, tier }) => {
    const [start, end] = [byId.get(from), byId.get(to)];
    if (start === undefined || end === undefined) return [];
    const dash = dashes[tier] === '' ? '' : ` stroke-dasharray="${dashes[tier]}"`;
    return [`<path d="${linkPath(start, end)}" marker-end="url(#end)"${dash}/>`];
  });
  const boxes = drawing.nodes.flatMap((node) => {
    const position = byId.get(node.id);
    return position === undefined ? [] : [renderBox(node, position, palette)];
  });
  const viewBox = [x - margin, y - margin, width + 2 * margin, height + 2 * margin].join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${width + 2 * margin}" height="${height + 2 * margin}" font-family="system-ui, sans-serif">
<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8Z" fill="${palette.line}"/></marker></defs>
<rect x="${x - margin}" y="${y - margin}" width="100%" height="100%" fill="${palette.page}"/>
<g fill="none" stroke="${palette.line}">
${links.join('\n')}
</g>
${boxes.join('\n')}
</svg>
`;
}

interface Position {
  readonly x: number;
  readonly y: number;
}

function linkPath(start: Position, end: Position): string {
  const middle = nodeSize.height / 2;
  const [fromX, fromY, toX, toY] = [start.x + nodeSize.width, start.y + middle, end.x, end.y + middle];
  const bend = Math.max(40, Math.abs(toX - fromX) / 2);
  return `M${fromX} ${fromY}C${fromX + bend} ${fromY} ${toX - bend} ${toY} ${toX} ${toY}`;
}

function renderBox(node: ExploredNode, { x, y }: Position, palette: Palette): string {
  const kind = describeKind(node.kind);
  const tone = palette.tones[kind.tone];
  const name = shorten(node.symbol ?? node.name);
  const location = `${kind.label}${node.path === '' ? '' : ` · ${node.path}`}`;
  return `<g transform="translate(${x} ${y})"><title>${escapeXml(`${node.symbol ?? node.name} ${node.path}`)}</title><rect width="${nodeSize.width}" height="${nodeSize.height}" rx="8" fill="${palette.box}" stroke="${tone}"/><text x="10" y="20" font-size="12" font-weight="600" fill="${palette.ink}">${escapeXml(name)}</text><text x="10" y="36" font-size="10" fill="${palette.soft}">${escapeXml(shorten(location))}</text></g>`;
}

function shorten(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1)}…`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
