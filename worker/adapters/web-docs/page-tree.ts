/** Types and helpers to query and change the element tree of a page. `bound-markup.ts` limits its depth before it is built. */

import type { Options } from 'rehype-remark';

type Handler = NonNullable<NonNullable<Options['handlers']>[string]>;
export type PageParent = Parameters<Parameters<Handler>[0]['all']>[0];
export type PageElement = Extract<PageParent, { type: 'element' }>;
export type PageChild = PageElement['children'][number];
export type PageNode = PageParent | PageParent['children'][number];

/** Whether a node is an element. If names are passed, the element must have one of them. */
export function isElement(node: PageElement, ...names: readonly string[]): boolean;
export function isElement(node: PageNode | undefined, ...names: readonly string[]): node is PageElement;
export function isElement(node: PageNode | undefined, ...names: readonly string[]): boolean {
  return node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));
}

export function listClasses({ properties }: PageElement): readonly string[] {
  const value: unknown = properties['className'];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(/\s+/) : [];
}

export function hasClass(element: PageElement, pattern: RegExp): boolean {
  return listClasses(element).some((name) => pattern.test(name));
}

export function attribute({ properties }: PageElement, name: string): string | undefined {
  const value = properties[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns all text within a node, unchanged; `br` becomes a line break. */
export function innerText(node: PageNode): string {
  if (node.type === 'text') return node.value;
  if (isElement(node, 'br')) return '\n';
  return 'children' in node ? node.children.map((child) => innerText(child)).join('') : '';
}

/** Returns all text within a node on one line. */
export function textOnLine(node: PageNode): string {
  return innerText(node).replaceAll(/\s+/g, ' ').trim();
}

/** Lists all descendant elements in document order, except those below an element for which `enters` returns false. */
export function elementsWithin(
  parent: PageParent,
  shouldEnter: (element: PageElement) => boolean = () => true,
): PageElement[] {
  const descendants: PageElement[] = [];
  const visit = (node: PageParent): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      descendants.push(child);
      if (shouldEnter(child)) visit(child);
    }
  };
  visit(parent);
  return descendants;
}

/** Replaces descendants at any depth, innermost first. */
export function replaceWithin(
  parent: PageParent,
  replace: (element: PageElement) => readonly PageChild[] | undefined,
): void {
  const children: PageChild[] = [];
  for (const child of parent.children) {
    if (child.type === 'doctype') continue;
    if (!isElement(child)) {
      children.push(child);
      continue;
    }
    replaceWithin(child, replace);
    children.push(...(replace(child) ?? [child]));
  }
  parent.children = children;
}

export function element(
  tagName: string,
  children: PageChild[],
  properties: PageElement['properties'] = {},
): PageElement {
  return { type: 'element', tagName, properties, children };
}

export function text(value: string): PageChild {
  return { type: 'text', value };
}

const noteClasses =
  /^(?:admonition|theme-admonition|starlight-aside|custom-block|markdown-alert|callout|hint|alert|note|warning|tip|important|caution|danger|info)(?:[-_].*)?$/i;
/** Matches classes of parts of a note, which contain the note's class name. */
const notePartClasses = /[-_](?:body|content|header|heading|icon|title)$/i;

/** Whether an element is a note: a box that belongs to the text. */
export function isNote(node: PageElement): boolean {
  return listClasses(node).some((name) => noteClasses.test(name) && !notePartClasses.test(name));
}
