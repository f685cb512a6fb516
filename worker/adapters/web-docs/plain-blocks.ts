/**
 * Converts the boxes of documentation generators to blocks that Markdown has: tabs become sections under their labels, notes become quotes,
 * terms and definitions become paragraphs, and API signatures become headings with a breadcrumb and an address.
 */

import { convertApiBlock, unwrapSections } from './api-blocks.ts';
import {
  isNote,
  attribute,
  listClasses,
  element,
  elementsWithin,
  hasClass,
  isElement,
  textOnLine,
  replaceWithin,
  text,
  type PageChild,
  type PageElement,
} from './page-tree.ts';
import { toPlainSamples } from './code-samples.ts';

/** Converts samples first; later steps move them unchanged. */
export function toPlainBlocks(content: PageElement): void {
  toPlainSamples(content);
  for (const node of [content, ...elementsWithin(content)]) joinTabs(node);
  replaceWithin(
    content,
    (node) =>
      convertApiBlock(node) ??
      convertTabs(node) ??
      convertNote(node) ??
      convertDefinitions(node) ??
      convertDisclosure(node),
  );
  unwrapSections(content);
  // Removes buttons that are not labels of tabs.
  replaceWithin(content, (node) => (isElement(node, 'button') ? [] : undefined));
}

const tabSets =
  /^(?:tabbed-set|sd-tab-set|sphinx-tabs|tabs-container|theme-tabs-container|vp-code-group|tab-set|code-tabs|tabs)$/;

function convertTabs(node: PageElement): readonly PageChild[] | undefined {
  if (!isElement(node, 'starlight-tabs') && !hasClass(node, tabSets)) return undefined;
  const tabElements = elementsWithin(node, (child) => !isPanel(child));
  const outerPanels = tabElements.filter(isPanel);
  const innerPanels =
    outerPanels.length === 1 && outerPanels[0] !== undefined ? listPanels(outerPanels[0]) : [];
  const panels = innerPanels.length > 1 ? innerPanels : outerPanels;
  const labels = tabElements
    .filter((child) => isElement(child, 'label') || attribute(child, 'role') === 'tab')
    .map(textOnLine);
  if (panels.length === 0) return undefined;
  return panels.flatMap((panel, index) => withLabel(panel, labels[index] ?? ''));
}

/** Joins the labels of tabs and the box of panels after them in one element. Bootstrap separates them. */
function joinTabs(parent: PageElement): void {
  if (!parent.children.some(isTabList)) return;
  let labels: PageElement | undefined;
  const joinedChildren: PageChild[] = [];
  for (const child of parent.children) {
    if (isElement(child) && labels !== undefined && hasClass(child, /^tab-content$/)) {
      joinedChildren.splice(joinedChildren.indexOf(labels));
      joinedChildren.push(element('div', [labels, child], { className: ['tab-set'] }));
      labels = undefined;
      continue;
    }
    joinedChildren.push(child);
    if (isElement(child)) labels = isTabList(child) ? child : undefined;
  }
  parent.children = joinedChildren;
}

function isTabList(node: PageChild): boolean {
  return isElement(node) && attribute(node, 'role') === 'tablist';
}

function isPanel(node: PageElement): boolean {
  return (
    attribute(node, 'role') === 'tabpanel' ||
    hasClass(node, /^(?:tabbed-content|sd-tab-content|sphinx-tabs-panel|blocks|tab-content|tab-pane)$/)
  );
}

/** Returns the panels of a box that contains all panels of a set. */
function listPanels(box: PageElement): PageElement[] {
  return hasClass(box, /^(?:tabbed-content|blocks|tab-content)$/)
    ? box.children.filter((child): child is PageElement => isElement(child, 'div', 'pre'))
    : [];
}

function withLabel(panel: PageElement, label: string): PageChild[] {
  const isFile = /^[\w@./-]+\.[a-z]\w{0,9}$/i.test(label);
  const samples = [panel, ...elementsWithin(panel)].filter((node) => isElement(node, 'pre'));
  for (const pre of samples) {
    const meta = attribute(pre, 'dataMeta') ?? '';
    const metaPrefix =
      isFile && !meta.includes('title=') ? `title="${label}" ` : meta === '' ? '' : `${meta} `;
    pre.properties['dataMeta'] = `${metaPrefix}switcher`;
  }
  const heading = label === '' || isFile ? [] : [strongLine(label)];
  return [...heading, isElement(panel, 'pre') ? panel : element('div', panel.children)];
}

const noteKindClasses =
  /^(?:admonition|theme-admonition|starlight-aside|custom-block|markdown-alert|callout|hint|alert)[-_]{0,2}(.*)$/i;

function convertNote(node: PageElement): readonly PageChild[] | undefined {
  if (!isElement(node, 'div', 'aside', 'section', 'details') || !isNote(node)) return undefined;
  // A page's layout may use a class such as `note` too, so the element must also look like a box.
  const isBox =
    listClasses(node).some((name) => noteKindClasses.test(name)) || attribute(node, 'role') === 'note';
  if (!isBox) return undefined;
  const title = elementsWithin(node).find(
    (inner) =>
      isElement(inner, 'summary') ||
      hasClass(inner, /(?:admonition|block|alert|aside|callout|hint)[-_]{0,2}(?:title|heading|header)/i),
  );
  const label = title === undefined ? (attribute(node, 'ariaLabel') ?? noteKind(node)) : textOnLine(title);
  if (title !== undefined) replaceWithin(node, (inner) => (inner === title ? [] : undefined));
  const heading = label === '' ? [] : [strongLine(label)];
  return [element('blockquote', [...heading, ...node.children])];
}

function noteKind(node: PageElement): string {
  const classKinds = listClasses(node).map((name) => noteKindClasses.exec(name)?.[1] ?? '');
  const kind =
    classKinds.find((name) => /^(?:note|tip|info|warning|danger|caution|important|success)$/.test(name)) ??
    '';
  return kind === '' ? '' : `${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}`;
}

/** Heading depth of class signatures; members are one level deeper. */
const signatureDepth = 3;

function convertDefinitions(node: PageElement): readonly PageChild[] | undefined {
  if (!isElement(node, 'dl')) return undefined;
  return listItems(node).flatMap((item): PageChild[] => {
    if (isElement(item, 'dd')) return [element('div', item.children)];
    return hasClass(item, /^sig/)
      ? [createSignatureHeading(item)]
      : [element('p', [element('strong', item.children)])];
  });
}

/** Lists terms and definitions, including those in a `div`, which HTML allows. */
function listItems(list: PageElement): PageElement[] {
  return elementsWithin(list, (inner) => isElement(inner, 'div')).filter((inner) =>
    isElement(inner, 'dt', 'dd'),
  );
}

function createSignatureHeading(term: PageElement): PageElement {
  const name = textOnLine(term)
    .replace(/\s*\[source\]/, '')
    .replaceAll('`', '')
    .slice(0, 400);
  const id = attribute(term, 'id');
  // `mod.Class.run` is below `mod.Class`.
  const isMember =
    (id ?? '').split('.').filter((part) => /^[A-Z]/.test(part)).length > 0 && /\.[a-z_]\w*$/.test(id ?? '');
  const depth = signatureDepth + (isMember ? 1 : 0);
  return element(`h${depth}`, [element('code', [text(name)])], id === undefined ? {} : { id });
}

function convertDisclosure(node: PageElement): readonly PageChild[] | undefined {
  if (isElement(node, 'summary'))
    return elementsWithin(node).some((inner) => /^h[1-6]$/.test(inner.tagName))
      ? node.children
      : [strongLine(textOnLine(node))];
  return isElement(node, 'details') ? node.children : undefined;
}

function strongLine(line: string): PageElement {
  return element('p', [element('strong', [text(line)])]);
}
