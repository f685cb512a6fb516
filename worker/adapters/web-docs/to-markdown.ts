/**
 * Writes the cleaned tree of a page as Markdown: absolute links, alternative texts instead of pictures, headings with their fragment if it differs
 * from the one their text gives (`## Title {#fragment}`), and samples with language and file name in their info string.
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

/** Maximum nesting of lists and quotes. Every line repeats the indentation of all enclosing ones. */
const maxIndents = 12;

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

/** The language from the file extension in the title, because an info string cannot start with a title. */
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
  replaceWithin(content, (one) => replaceMath(one) ?? replacePicture(one) ?? replaceLink(one, base));
  toPlainTables(content);
  placeFragments(content);
  limitIndents(content, 0);
  const tree = writer.runSync({ type: 'root', children: [content] });
  return writer
    .stringify(tree)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Replaces pictures by their alternative text. */
function replacePicture(one: PageElement): readonly PageChild[] | undefined {
  if (isElement(one, 'wbr')) return [];
  if (isElement(one, 'picture', 'figure', 'center', 'font', 'u')) return one.children as PageChild[];
  if (!isElement(one, 'img')) return undefined;
  const shown = attribute(one, 'alt')?.trim() ?? '';
  return shown === '' || /^\S+\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(shown) ? [] : [text(shown)];
}

function replaceMath(one: PageElement): readonly PageChild[] | undefined {
  if (!isElement(one, 'math') && !isElement(one, 'mjx-container')) return undefined;
  const source = elementsWithin(one).find((inner) => isElement(inner, 'annotation'));
  return [text(source === undefined ? textOnLine(one) : `$${innerText(source).trim()}$`)];
}

function replaceLink(one: PageElement, base: string): readonly PageChild[] | undefined {
  if (!isElement(one, 'a')) return undefined;
  if (attribute(one, 'role') === 'doc-backlink') return one.children;
  const href = attribute(one, 'href');
  const url = href !== undefined && URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (url !== undefined && /^(?:https?|mailto):$/.test(url.protocol)) {
    one.properties = { href: url.href };
    return undefined;
  }
  // A link target.
  const id = href === undefined ? (attribute(one, 'id') ?? attribute(one, 'name')) : undefined;
  return id === undefined ? one.children : [element('span', one.children, { id })];
}

/** Moves fragments to headings. A fragment may be on the section that a heading opens, or on an empty element before or in the heading. */
function placeFragments(content: PageElement): void {
  const visit = (parent: PageElement): void => {
    let mark: string | undefined;
    // Whether no text precedes in this parent.
    let opens = true;
    for (const child of parent.children) {
      if (!isElement(child)) {
        opens &&= textOnLine(child) === '';
        continue;
      }
      if (/^h[1-6]$/.test(child.tagName)) {
        const inner = elementsWithin(child).find((one) => attribute(one, 'id') !== undefined);
        const own = attribute(child, 'id') ?? (inner && attribute(inner, 'id'));
        const id =
          own ?? (opens && isElement(parent, 'section', 'div') ? attribute(parent, 'id') : undefined) ?? mark;
        if (id !== undefined) child.properties['id'] = id;
        // Unwraps links, which would repeat the heading's text.
        replaceWithin(child, (one) => (isElement(one, 'a', 'span') ? one.children : undefined));
        mark = undefined;
      } else if (textOnLine(child) === '') mark = attribute(child, 'id') ?? mark;
      else mark = undefined;
      opens &&= mark !== undefined || textOnLine(child) === '';
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
