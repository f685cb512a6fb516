/**
 * Turns the guides in `web/docs/*.md` into modules while the app is built, so that no Markdown parser reaches the browser.
 * Links between guides become links between pages. A link to any other project file becomes text with the file's path, because the app
 * does not serve that file.
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Plugin } from 'vite';

/** What the Worker knows about a guide. */
export interface ListedGuide {
  readonly slug: string;
  readonly title: string;
  /** The sentences that open it. */
  readonly description: string;
}

/** A guide as a page of the app. */
export interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  /** In page order. The first contains the text before the first second-level heading and has no id. */
  readonly sections: readonly GuideSection[];
}

interface GuideSection {
  /** The id of its heading in `html`. */
  readonly id: string | undefined;
  readonly heading: string;
  readonly text: string;
}

export function guidePlugin(): Plugin {
  return {
    name: 'guides',
    enforce: 'pre',
    async transform(source, id) {
      if (!/\/web\/docs\/[\w-]+\.md$/.test(id)) return undefined;
      const guide = await readGuide(basename(id, '.md'), source);
      return { code: `export default ${JSON.stringify(guide)};`, map: null };
    },
    /** Lists the guides for the Worker, which describes them in the head of their pages and in the sitemap. */
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const source = JSON.stringify(await listGuides(join(import.meta.dirname, 'docs')));
      this.emitFile({ type: 'asset', fileName: 'guides.json', source });
    },
  };
}

const maxDescription = 240;

/** @param folder contains the guides as Markdown files */
export async function listGuides(folder: string): Promise<readonly ListedGuide[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const guide = await readGuide(basename(name, '.md'), await readFile(join(folder, name), 'utf8'));
      return { slug: guide.slug, title: guide.title, description: describeGuide(guide) };
    }),
  );
}

/** The first sentences before the first section, or of it, up to `maxDescription` characters. */
function describeGuide({ sections }: Guide): string {
  const opening = sections.find(({ text }) => text !== '')?.text ?? '';
  let description = '';
  for (const sentence of opening.split(/(?<=[.!?])\s+/)) {
    if (description.length + sentence.length >= maxDescription) break;
    description = `${description} ${sentence}`.trim();
  }
  return description === '' ? opening.slice(0, maxDescription) : description;
}

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSlug)
  .use(rehypeStringify);

/** @param markdown starts with a first-level heading, the title. */
export async function readGuide(slug: string, markdown: string): Promise<Guide> {
  const tree = await pipeline.run(pipeline.parse(markdown));
  const title = tree.children.find((node) => isElement(node, 'h1'));
  if (title === undefined)
    throw new Error(`web/docs/${slug}.md has no first-level heading. Begin it with "# Title".`);
  tree.children = tree.children.filter((node) => node !== title);
  rewriteElements(tree);
  return {
    slug,
    title: readText(title),
    html: pipeline.stringify(tree),
    sections: readSections(tree, readText(title)),
  };
}

function readSections(tree: Root, title: string): readonly GuideSection[] {
  const sections: { id: string | undefined; heading: string; text: string }[] = [
    { id: undefined, heading: title, text: '' },
  ];
  for (const node of tree.children) {
    if (isElement(node, 'h2'))
      sections.push({ id: String(node.properties['id']), heading: readText(node), text: '' });
    else {
      const lastSection = sections.at(-1);
      if (lastSection !== undefined) lastSection.text += `${readText(node)} `;
    }
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}

/** Rewrites links, and makes tables and code blocks focusable so that the keyboard can scroll them. */
function rewriteElements(parent: Root | Element): void {
  for (const [index, node] of parent.children.entries()) {
    if (node.type !== 'element') continue;
    if (node.tagName === 'a') rewriteLink(node);
    if (node.tagName === 'pre') node.properties['tabIndex'] = 0;
    rewriteElements(node);
    if (node.tagName === 'table') parent.children[index] = wrapInScrollRegion(node);
  }
}

function rewriteLink(link: Element): void {
  const target = String(link.properties['href']);
  if (/^(?:https?:|#|\/)/.test(target)) return;
  const guideLink = /^([\w-]+)\.md(#.*)?$/.exec(target);
  if (guideLink !== null) {
    link.properties['href'] = `/docs/${guideLink[1]}${guideLink[2] ?? ''}`;
    return;
  }
  link.tagName = 'span';
  link.properties = {};
  const path = target.replace(/^(?:\.\.\/)+/, '');
  link.children.push({ type: 'text', value: ' (' }, codeElement(path), { type: 'text', value: ')' });
}

function codeElement(text: string): Element {
  return { type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value: text }] };
}

function wrapInScrollRegion(table: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
    children: [table],
  };
}

function isElement(node: RootContent | ElementContent, tagName: string): node is Element {
  return node.type === 'element' && node.tagName === tagName;
}

function readText(node: RootContent | ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(readText).join('') : '';
}
