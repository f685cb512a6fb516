/**
 * Renders Markdown to data. The HTML in it is parsed by the browser in a document that runs nothing and loads nothing, and then reduced to the
 * allowed elements.
 */
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { headingId, readElementName, slugOf, type DocumentNode } from './document-node.ts';

/** Elements that are removed with their content. */
const removedElements = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'noscript',
  'title',
  'head',
  'select',
  'textarea',
]);
const maxDepth = 60;

const parser = unified().use(remarkParse).use(remarkGfm);
const toHtml = unified().use(remarkRehype, { allowDangerousHtml: true });
const writer = unified().use(rehypeStringify, { allowDangerousHtml: true });

export interface RenderedDocument {
  readonly nodes: readonly DocumentNode[];
  readonly images: number;
}

interface Rendering {
  /** The ids of the headings so far. */
  readonly headingIds: Set<string>;
  images: number;
}

export async function renderMarkdown(markdown: string): Promise<RenderedDocument> {
  const tree = parser.parse(withoutFrontMatter(markdown));
  const hast = await toHtml.run(tree);
  for (const node of hast.children)
    if (node.type === 'element' && /^h[1-6]$/.test(node.tagName) && node.position !== undefined)
      node.properties['dataLine'] = node.position.start.line;
  const html = new DOMParser().parseFromString(writer.stringify(hast), 'text/html');
  const rendering: Rendering = { headingIds: new Set(), images: 0 };
  const nodes = convertChildren(html.body, rendering, 0);
  return { nodes, images: rendering.images };
}

/** Replaces the front matter with empty lines, so that line numbers stay valid. */
function withoutFrontMatter(markdown: string): string {
  const frontMatter = /^---\r?\n[^]*?\r?\n---(?=\r?\n|$)/.exec(markdown)?.[0];
  return frontMatter === undefined
    ? markdown
    : frontMatter.replace(/[^\n]/g, '') + markdown.slice(frontMatter.length);
}

function convertChildren(parent: Node, rendering: Rendering, depth: number): readonly DocumentNode[] {
  if (depth > maxDepth) return [{ kind: 'text', text: parent.textContent ?? '' }];
  return [...parent.childNodes].flatMap((node) => convert(node, rendering, depth + 1));
}

function convert(node: Node, rendering: Rendering, depth: number): readonly DocumentNode[] {
  if (node instanceof Text) return [{ kind: 'text', text: node.data }];
  if (!(node instanceof Element)) return [];
  const tag = node.tagName.toLowerCase();
  if (removedElements.has(tag)) return [];
  if (tag === 'img' || tag === 'picture' || tag === 'video') return convertImage(node, rendering);
  if (tag === 'input') return [{ kind: 'text', text: node.hasAttribute('checked') ? '☑ ' : '☐ ' }];
  if (tag === 'pre') return [convertCode(node)];
  const children = convertChildren(node, rendering, depth);
  if (/^h[1-6]$/.test(tag)) return [convertHeading(node, children, rendering)];
  if (tag === 'a') {
    const target = node.getAttribute('href') ?? '';
    return target === '' || children.length === 0 ? children : [{ kind: 'link', target, children }];
  }
  const name = readElementName(tag);
  return name === undefined ? children : [{ kind: 'element', name, children }];
}

function convertImage(node: Element, rendering: Rendering): readonly DocumentNode[] {
  rendering.images += 1;
  const image = node.tagName.toLowerCase() === 'img' ? node : node.querySelector('img');
  const text = image?.getAttribute('alt')?.trim() ?? '';
  return [{ kind: 'image', text: text === '' ? 'Image' : text }];
}

function convertCode(node: Element): DocumentNode {
  const language = /language-([\w+#.-]+)/.exec(node.querySelector('code')?.className ?? '')?.[1] ?? 'text';
  return { kind: 'code', language, text: (node.textContent ?? '').replace(/\n$/, '') };
}

function convertHeading(
  node: Element,
  children: readonly DocumentNode[],
  { headingIds }: Rendering,
): DocumentNode {
  const slug = slugOf(node.textContent ?? '');
  let id = headingId(slug);
  for (let count = 1; headingIds.has(id); count += 1) id = headingId(`${slug}-${count}`);
  headingIds.add(id);
  const line = Number(node.getAttribute('data-line'));
  return {
    kind: 'heading',
    level: Number(node.tagName.slice(1)),
    id,
    line: line > 0 ? line : undefined,
    children,
  };
}
