/**
 * Writes the cleaned tree of a page as Markdown: absolute links, alternative texts instead of pictures, and samples with language and file name in
 * their info string. A heading has its fragment (`## Title {#fragment}`) if the fragment differs from the slug of its text.
 */

import rehypeRemark, { type Options } from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { headingSlug } from '../../core/text/heading-slug.ts';
import {
  attribute,
  element,
  elementsWithin,
  isElement,
  textOnLine,
  replaceWithin,
  text,
  innerText,
  type PageChild,
  type PageElement,
} from './page-tree.ts';
import { toPlainTables } from './plain-tables.ts';

/** Maximum nesting of lists and quotes, because every line repeats the indentation of all enclosing lists and quotes. */
const maxIndentLevels = 12;

type Handler = NonNullable<NonNullable<Options['handlers']>[string]>;

const heading: Handler = (state, node: PageElement) => {
  const id = attribute(node, 'id');
  const title = textOnLine(node);
  const mark =
    id === undefined || id === headingSlug(title) || !/^[^\s{}<>]{1,200}$/.test(id) ? '' : ` {#${id}}`;
  // An `html` node is written without escapes.
  const marks = mark === '' ? [] : [{ type: 'html' as const, value: mark }];
  const children = state.all({ ...node, children: node.children });
  const result = {
    type: 'heading' as const,
    depth: Number(node.tagName.slice(1)) as 1,
    children: [...(children as { type: 'text'; value: string }[]), ...marks],
  };
  state.patch(node, result);
  return result;
};

const sample: Handler = (state, node: PageElement) => {
  const code = node.children.find((child): child is PageElement => isElement(child, 'code'));
  const classes = code?.properties['className'];
  const language = Array.isArray(classes) ? String(classes[0] ?? '').replace(/^language-/, '') : '';
  const meta = attribute(node, 'dataMeta') ?? '';
  const result = {
    type: 'code' as const,
    // An info string starts with the language.
    lang: language === '' ? (meta === '' ? null : languageFromTitle(meta)) : language,
    meta: meta === '' ? null : meta,
    value: innerText(node),
  };
  state.patch(node, result);
  return result;
};

/** Derives the language from the file extension in the title, because an info string cannot start with a title. */
function languageFromTitle(meta: string): string {
  return /\.([a-z]\w{0,9})"/i.exec(meta)?.[1]?.toLowerCase() ?? 'text';
}

const writer = unified()
  .use(rehypeRemark, {
    handlers: { h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading, pre: sample },
  })
  .use(remarkGfm, { tableCellPadding: false, tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '_', fences: true, rule: '-', listItemIndent: 'one' });

/** @param base the base URL of relative links */
export function toMarkdown(content: PageElement, base: string): string {
  replaceWithin(content, (node) => replaceMath(node) ?? replacePicture(node) ?? replaceLink(node, base));
  toPlainTables(content);
  moveFragments(content);
  limitIndents(content, 0);
  const tree = writer.runSync({ type: 'root', children: [content] });
  return writer
    .stringify(tree)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Replaces pictures with their alternative text. */
function replacePicture(node: PageElement): readonly PageChild[] | undefined {
  if (isElement(node, 'wbr')) return [];
  if (isElement(node, 'picture', 'figure', 'center', 'font', 'u')) return node.children as PageChild[];
  if (!isElement(node, 'img')) return undefined;
  const alternative = attribute(node, 'alt')?.trim() ?? '';
  return alternative === '' || /^\S+\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(alternative)
    ? []
    : [text(alternative)];
}

function replaceMath(node: PageElement): readonly PageChild[] | undefined {
  if (!isElement(node, 'math') && !isElement(node, 'mjx-container')) return undefined;
  const source = elementsWithin(node).find((inner) => isElement(inner, 'annotation'));
  return [text(source === undefined ? textOnLine(node) : `$${innerText(source).trim()}$`)];
}

function replaceLink(node: PageElement, base: string): readonly PageChild[] | undefined {
  if (!isElement(node, 'a')) return undefined;
  if (attribute(node, 'role') === 'doc-backlink') return node.children;
  const href = attribute(node, 'href');
  const url = href !== undefined && URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (url !== undefined && /^(?:https?|mailto):$/.test(url.protocol)) {
    node.properties = { href: url.href };
    return undefined;
  }
  // An anchor without `href` is a link target.
  const id = href === undefined ? (attribute(node, 'id') ?? attribute(node, 'name')) : undefined;
  return id === undefined ? node.children : [element('span', node.children, { id })];
}

/** Moves fragments to headings. A fragment may be on the section that a heading opens, or on an empty element before or in the heading. */
function moveFragments(content: PageElement): void {
  const visit = (parent: PageElement): void => {
    let mark: string | undefined;
    // Whether the parent has no text before the current child.
    let isAtStart = true;
    for (const child of parent.children) {
      if (!isElement(child)) {
        isAtStart &&= textOnLine(child) === '';
        continue;
      }
      if (/^h[1-6]$/.test(child.tagName)) {
        const inner = elementsWithin(child).find((node) => attribute(node, 'id') !== undefined);
        const ownId = attribute(child, 'id') ?? (inner && attribute(inner, 'id'));
        const id =
          ownId ??
          (isAtStart && isElement(parent, 'section', 'div') ? attribute(parent, 'id') : undefined) ??
          mark;
        if (id !== undefined) child.properties['id'] = id;
        // Unwraps links, which would repeat the heading's text.
        replaceWithin(child, (node) => (isElement(node, 'a', 'span') ? node.children : undefined));
        mark = undefined;
      } else if (textOnLine(child) === '') mark = attribute(child, 'id') ?? mark;
      else mark = undefined;
      isAtStart &&= mark !== undefined || textOnLine(child) === '';
      visit(child);
    }
  };
  visit(content);
}

function limitIndents(parent: PageElement, indents: number): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    const isIndent = isElement(child, 'ul', 'ol', 'blockquote');
    if (isIndent && indents >= maxIndentLevels) {
      child.tagName = 'div';
      child.children = child.children.map((node) =>
        isElement(node, 'li') ? element('div', node.children) : node,
      );
    }
    limitIndents(child, indents + (isIndent ? 1 : 0));
  }
}
