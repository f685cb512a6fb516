/**
 * The cleaned tree of a page as Markdown: links absolute, pictures as their alternative text, headings with their fragment where it is
 * not the one their words give (`## Title {#fragment}`), samples with language and file name in their info string.
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
  lineOf,
  replaceWithin,
  text,
  textOf,
  type PageChild,
  type PageElement,
} from './page-tree.ts';
import { toPlainTables } from './plain-tables.ts';

/** Lists and quotes within each other: every line of theirs repeats the indent of all around it. */
const maxIndents = 12;

type Handler = NonNullable<NonNullable<Options['handlers']>[string]>;

const heading: Handler = (state, node: PageElement) => {
  const id = attribute(node, 'id');
  const title = lineOf(node);
  const mark =
    id === undefined || id === headingSlug(title) || !/^[^\s{}<>]{1,200}$/.test(id) ? '' : ` {#${id}}`;
  // Written as it is, without escapes.
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
    // An info string begins with the language.
    lang: language === '' ? (meta === '' ? null : languageOfTitle(meta)) : language,
    meta: meta === '' ? null : meta,
    value: textOf(node),
  };
  state.patch(node, result);
  return result;
};

/** By its file name's ending, where the page tells no more; an info string cannot begin with a title. */
function languageOfTitle(meta: string): string {
  return /\.([a-z]\w{0,9})"/i.exec(meta)?.[1]?.toLowerCase() ?? 'text';
}

const writer = unified()
  .use(rehypeRemark, {
    handlers: { h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading, pre: sample },
  })
  .use(remarkGfm, { tableCellPadding: false, tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '_', fences: true, rule: '-', listItemIndent: 'one' });

/** @param base the address relative links begin at */
export function toMarkdown(content: PageElement, base: string): string {
  replaceWithin(content, (one) => mathOf(one) ?? pictureOf(one) ?? linkOf(one, base));
  toPlainTables(content);
  placeFragments(content);
  limitIndents(content, 0);
  const tree = writer.runSync({ type: 'root', children: [content] });
  return writer
    .stringify(tree)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Pictures as what they show, in words. */
function pictureOf(one: PageElement): readonly PageChild[] | undefined {
  if (isElement(one, 'wbr')) return [];
  if (isElement(one, 'picture', 'figure', 'center', 'font', 'u')) return one.children as PageChild[];
  if (!isElement(one, 'img')) return undefined;
  const shown = attribute(one, 'alt')?.trim() ?? '';
  return shown === '' || /^\S+\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(shown) ? [] : [text(shown)];
}

function mathOf(one: PageElement): readonly PageChild[] | undefined {
  if (!isElement(one, 'math') && !isElement(one, 'mjx-container')) return undefined;
  const source = elementsWithin(one).find((inner) => isElement(inner, 'annotation'));
  return [text(source === undefined ? lineOf(one) : `$${textOf(source).trim()}$`)];
}

function linkOf(one: PageElement, base: string): readonly PageChild[] | undefined {
  if (!isElement(one, 'a')) return undefined;
  if (attribute(one, 'role') === 'doc-backlink') return one.children;
  const href = attribute(one, 'href');
  const url = href !== undefined && URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (url !== undefined && /^(?:https?|mailto):$/.test(url.protocol)) {
    one.properties = { href: url.href };
    return undefined;
  }
  // A place that is linked to.
  const id = href === undefined ? (attribute(one, 'id') ?? attribute(one, 'name')) : undefined;
  return id === undefined ? one.children : [element('span', one.children, { id })];
}

/** A heading's fragment may stand on the section it opens, or on an empty mark before or in it. */
function placeFragments(content: PageElement): void {
  const visit = (parent: PageElement): void => {
    let mark: string | undefined;
    // Whether nothing that is read stands before.
    let opens = true;
    for (const child of parent.children) {
      if (!isElement(child)) {
        opens &&= lineOf(child) === '';
        continue;
      }
      if (/^h[1-6]$/.test(child.tagName)) {
        const inner = elementsWithin(child).find((one) => attribute(one, 'id') !== undefined);
        const own = attribute(child, 'id') ?? (inner && attribute(inner, 'id'));
        const id =
          own ?? (opens && isElement(parent, 'section', 'div') ? attribute(parent, 'id') : undefined) ?? mark;
        if (id !== undefined) child.properties['id'] = id;
        // As links they would be the heading's text twice.
        replaceWithin(child, (one) => (isElement(one, 'a', 'span') ? one.children : undefined));
        mark = undefined;
      } else if (lineOf(child) === '') mark = attribute(child, 'id') ?? mark;
      else mark = undefined;
      opens &&= mark !== undefined || lineOf(child) === '';
      visit(child);
    }
  };
  visit(content);
}

function limitIndents(parent: PageElement, indents: number): void {
  for (const child of parent.children) {
    if (!isElement(child)) continue;
    const isIndent = isElement(child, 'ul', 'ol', 'blockquote');
    if (isIndent && indents >= maxIndents) {
      child.tagName = 'div';
      child.children = child.children.map((one) =>
        isElement(one, 'li') ? element('div', one.children) : one,
      );
    }
    limitIndents(child, indents + (isIndent ? 1 : 0));
  }
}
