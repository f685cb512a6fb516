/** Finds the main content of a page by the markup of its generator, and removes navigation, edit links and heading marks from it. */

import { isNoise, measureText } from './page-noise.ts';
import {
  attribute,
  listClasses,
  isElement,
  replaceWithin,
  innerText,
  type PageElement,
  type PageParent,
} from './page-tree.ts';

/** A kind of element that may contain the main content. */
interface ContentSelector {
  readonly tag?: string;
  readonly className?: string;
  readonly id?: string;
  /** Name and value of an attribute, as named in the tree. */
  readonly attributeValue?: readonly [string, string];
  /** Name or id of an enclosing element. */
  readonly ancestor?: string;
}

interface CandidateElement {
  readonly node: PageElement;
  readonly parent: PageParent;
}

/** Selectors for MkDocs and its Material theme, Docusaurus, Starlight, VitePress, Sphinx and its themes, mdBook, Hugo and GitBook, then for any page. */
const selectors: readonly ContentSelector[] = [
  { tag: 'article', className: 'md-content__inner' },
  { className: 'theme-doc-markdown' },
  { className: 'sl-markdown-content' },
  { className: 'vp-doc' },
  { tag: 'article', className: 'bd-article' },
  { tag: 'article', attributeValue: ['role', 'main'] },
  { attributeValue: ['itemProp', 'articleBody'] },
  { tag: 'div', className: 'body', attributeValue: ['role', 'main'] },
  { tag: 'main', ancestor: 'content' },
  { className: 'td-content' },
  { tag: 'article', className: 'markdown' },
  { tag: 'article', ancestor: 'main' },
  { attributeValue: ['role', 'main'] },
  { tag: 'main' },
  { tag: 'article' },
  { id: 'content' },
  { id: 'main-content' },
  { tag: 'body' },
];

/** @returns the cleaned element with the page's main content */
export function extractMainContent(root: PageParent): PageElement | undefined {
  const candidates = findCandidates(root);
  const content = selectors
    .map((selector) => chooseElement(candidates.get(selector) ?? []))
    .find((chosen) => chosen !== undefined);
  if (content === undefined) return undefined;
  const measures = measureText(content);
  replaceWithin(content, (node) => (isNoise(node, content, measures) ? [] : undefined));
  return content;
}

/** Maximum elements considered per selector. */
const maxCandidates = 20;

/** Finds the elements that match each selector in one walk. */
function findCandidates(root: PageParent): Map<ContentSelector, CandidateElement[]> {
  const candidates = new Map<ContentSelector, CandidateElement[]>(
    selectors.map((selector) => [selector, []]),
  );
  const visit = (parent: PageParent, ancestors: readonly string[]): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      for (const [selector, elements] of candidates)
        if (elements.length < maxCandidates && matchesSelector(child, selector, ancestors))
          elements.push({ node: child, parent });
      const id = attribute(child, 'id');
      const names = child.tagName === 'main' || id === 'content' ? [...ancestors, id ?? 'main'] : ancestors;
      visit(child, names);
    }
  };
  visit(root, []);
  return candidates;
}

function matchesSelector(
  node: PageElement,
  selector: ContentSelector,
  ancestors: readonly string[],
): boolean {
  const { tag, className, id, attributeValue, ancestor } = selector;
  if (tag !== undefined && node.tagName !== tag) return false;
  if (id !== undefined && attribute(node, 'id') !== id) return false;
  if (ancestor !== undefined && !ancestors.includes(ancestor)) return false;
  if (attributeValue !== undefined && String(node.properties[attributeValue[0]] ?? '') !== attributeValue[1])
    return false;
  return className === undefined || listClasses(node).includes(className);
}

/** If the best of several siblings has less than this fraction of their text, their parent is the main content. */
const minTextFraction = 0.8;

/** Chooses the element with the most text; undefined if none has any. */
function chooseElement(candidates: readonly CandidateElement[]): PageElement | undefined {
  const [firstCandidate, ...others] = candidates;
  if (firstCandidate === undefined || others.length === 0)
    return firstCandidate && hasText(firstCandidate.node) ? firstCandidate.node : undefined;
  const measuredCandidates = candidates
    .map((candidate) => ({ ...candidate, length: innerText(candidate.node).trim().length }))
    .toSorted((a, b) => b.length - a.length);
  const [best] = measuredCandidates;
  if (best === undefined || !hasText(best.node)) return undefined;
  const { parent } = best;
  const siblings = measuredCandidates.filter((candidate) => candidate.parent === parent);
  const totalLength = siblings.reduce((sum, { length }) => sum + length, 0);
  return parent.type === 'element' && best.length < totalLength * minTextFraction ? parent : best.node;
}

function hasText(node: PageElement): boolean {
  return node.children.some((child) =>
    child.type === 'text' ? child.value.trim() !== '' : isElement(child) && hasText(child),
  );
}
