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
interface Place {
  readonly tag?: string;
  readonly className?: string;
  readonly id?: string;
  /** Name and value of an attribute, as named in the tree. */
  readonly having?: readonly [string, string];
  /** Name or id of an enclosing element. */
  readonly within?: string;
}

interface PlacedElement {
  readonly node: PageElement;
  readonly parent: PageParent;
}

/** The places in MkDocs and its Material theme, Docusaurus, Starlight, VitePress, Sphinx and its themes, mdBook, Hugo and GitBook, then in any page. */
const places: readonly Place[] = [
  { tag: 'article', className: 'md-content__inner' },
  { className: 'theme-doc-markdown' },
  { className: 'sl-markdown-content' },
  { className: 'vp-doc' },
  { tag: 'article', className: 'bd-article' },
  { tag: 'article', having: ['role', 'main'] },
  { having: ['itemProp', 'articleBody'] },
  { tag: 'div', className: 'body', having: ['role', 'main'] },
  { tag: 'main', within: 'content' },
  { className: 'td-content' },
  { tag: 'article', className: 'markdown' },
  { tag: 'article', within: 'main' },
  { having: ['role', 'main'] },
  { tag: 'main' },
  { tag: 'article' },
  { id: 'content' },
  { id: 'main-content' },
  { tag: 'body' },
];

/** @returns the cleaned element with the page's main content */
export function mainContent(root: PageParent): PageElement | undefined {
  const candidates = findPlaces(root);
  const place = places
    .map((place) => chooseElement(candidates.get(place) ?? []))
    .find((chosen) => chosen !== undefined);
  if (place === undefined) return undefined;
  const measures = measureText(place);
  replaceWithin(place, (node) => (isNoise(node, place, measures) ? [] : undefined));
  return place;
}

/** Maximum elements considered per place. */
const maxPerPlace = 20;

/** Finds the elements of every place in one walk. */
function findPlaces(root: PageParent): Map<Place, PlacedElement[]> {
  const candidates = new Map<Place, PlacedElement[]>(places.map((place) => [place, []]));
  const visit = (parent: PageParent, ancestors: readonly string[]): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      for (const [place, elements] of candidates)
        if (elements.length < maxPerPlace && matchesPlace(child, place, ancestors))
          elements.push({ node: child, parent });
      const id = attribute(child, 'id');
      const names = child.tagName === 'main' || id === 'content' ? [...ancestors, id ?? 'main'] : ancestors;
      visit(child, names);
    }
  };
  visit(root, []);
  return candidates;
}

function matchesPlace(node: PageElement, place: Place, ancestors: readonly string[]): boolean {
  const { tag, className, id, having, within } = place;
  if (tag !== undefined && node.tagName !== tag) return false;
  if (id !== undefined && attribute(node, 'id') !== id) return false;
  if (within !== undefined && !ancestors.includes(within)) return false;
  if (having !== undefined && String(node.properties[having[0]] ?? '') !== having[1]) return false;
  return className === undefined || listClasses(node).includes(className);
}

/** If the best of several siblings has less than this fraction of their text, their parent is the main content. */
const minTextFraction = 0.8;

/** Chooses the element with the most text; undefined if none has any. */
function chooseElement(found: readonly PlacedElement[]): PageElement | undefined {
  const [only, ...others] = found;
  if (only === undefined || others.length === 0) return only && hasText(only.node) ? only.node : undefined;
  const measured = found
    .map((place) => ({ ...place, length: innerText(place.node).trim().length }))
    .toSorted((a, b) => b.length - a.length);
  const [best] = measured;
  if (best === undefined || !hasText(best.node)) return undefined;
  const { parent } = best;
  const siblings = measured.filter((place) => place.parent === parent);
  const totalLength = siblings.reduce((sum, { length }) => sum + length, 0);
  return parent.type === 'element' && best.length < totalLength * minTextFraction ? parent : best.node;
}

function hasText(node: PageElement): boolean {
  return node.children.some((child) =>
    child.type === 'text' ? child.value.trim() !== '' : isElement(child) && hasText(child),
  );
}
