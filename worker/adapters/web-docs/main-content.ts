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
  readonly one: PageElement;
  readonly parent: PageParent;
}

/** Places of MkDocs and its Material theme, Docusaurus, Starlight, VitePress, Sphinx and its themes, mdBook, Hugo, GitBook; then of any page. */
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
  const found = findPlaces(root);
  const place = places.map((one) => chooseElement(found.get(one) ?? [])).find((one) => one !== undefined);
  if (place === undefined) return undefined;
  const measures = measureText(place);
  replaceWithin(place, (one) => (isNoise(one, place, measures) ? [] : undefined));
  return place;
}

/** Maximum elements considered per place. */
const maxPerPlace = 20;

/** Finds the elements of every place in one walk. */
function findPlaces(root: PageParent): Map<Place, PlacedElement[]> {
  const found = new Map<Place, PlacedElement[]>(places.map((place) => [place, []]));
  const visit = (parent: PageParent, around: readonly string[]): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      for (const [place, elements] of found)
        if (elements.length < maxPerPlace && isAt(child, place, around))
          elements.push({ one: child, parent });
      const id = attribute(child, 'id');
      const names = child.tagName === 'main' || id === 'content' ? [...around, id ?? 'main'] : around;
      visit(child, names);
    }
  };
  visit(root, []);
  return found;
}

function isAt(one: PageElement, place: Place, around: readonly string[]): boolean {
  const { tag, className, id, having, within } = place;
  if (tag !== undefined && one.tagName !== tag) return false;
  if (id !== undefined && attribute(one, 'id') !== id) return false;
  if (within !== undefined && !around.includes(within)) return false;
  if (having !== undefined && String(one.properties[having[0]] ?? '') !== having[1]) return false;
  return className === undefined || listClasses(one).includes(className);
}

/** If the best of several siblings has less than this fraction of their text, their parent is the main content. */
const minTextFraction = 0.8;

/** The element with the most text; undefined if none has any. */
function chooseElement(found: readonly PlacedElement[]): PageElement | undefined {
  const [only, ...others] = found;
  if (only === undefined || others.length === 0) return only && hasText(only.one) ? only.one : undefined;
  const measured = found
    .map((place) => ({ ...place, length: innerText(place.one).trim().length }))
    .toSorted((a, b) => b.length - a.length);
  const [best] = measured;
  if (best === undefined || !hasText(best.one)) return undefined;
  const { parent } = best;
  const siblings = measured.filter((place) => place.parent === parent);
  const whole = siblings.reduce((sum, { length }) => sum + length, 0);
  return parent.type === 'element' && best.length < whole * minTextFraction ? parent : best.one;
}

function hasText(one: PageElement): boolean {
  return one.children.some((child) =>
    child.type === 'text' ? child.value.trim() !== '' : isElement(child) && hasText(child),
  );
}
