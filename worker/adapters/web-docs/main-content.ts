/**
 * The part of a page that is its own: what stands in the place its generator gives it, without the navigation, the edit links and the
 * marks that stand there too.
 */

import { isNoise, measureText } from './page-noise.ts';
import {
  attribute,
  classesOf,
  isElement,
  replaceWithin,
  textOf,
  type PageElement,
  type PageParent,
} from './page-tree.ts';

interface Place {
  readonly tag?: string;
  readonly className?: string;
  readonly id?: string;
  /** Name and value of an attribute, as the tree names it. */
  readonly having?: readonly [string, string];
  /** Stands in an element of this name or id. */
  readonly within?: string;
}

interface FoundPlace {
  readonly one: PageElement;
  readonly parent: PageParent;
}

/** Of MkDocs and its Material theme, Docusaurus, Starlight, VitePress, Sphinx and its themes, mdBook, Hugo, GitBook; then of any page. */
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

/** @returns the element that holds the page's own text, taken from the tree and cleaned. */
export function mainContent(root: PageParent): PageElement | undefined {
  const found = findPlaces(root);
  const place = places.map((one) => placeOf(found.get(one) ?? [])).find((one) => one !== undefined);
  if (place === undefined) return undefined;
  const measures = measureText(place);
  replaceWithin(place, (one) => (isNoise(one, place, measures) ? [] : undefined));
  return place;
}

/** Elements of one place that are looked at. */
const maxOfPlace = 20;

/** What stands in each place, found in one walk. */
function findPlaces(root: PageParent): Map<Place, FoundPlace[]> {
  const found = new Map<Place, FoundPlace[]>(places.map((place) => [place, []]));
  const visit = (parent: PageParent, around: readonly string[]): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      for (const [place, held] of found)
        if (held.length < maxOfPlace && isAt(child, place, around)) held.push({ one: child, parent });
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
  return className === undefined || classesOf(one).includes(className);
}

/** Of several side by side that share the page's text, what they stand in. */
const shareOfOne = 0.8;

/** Of several, the one with most text, if it has any. */
function placeOf(found: readonly FoundPlace[]): PageElement | undefined {
  const [only, ...others] = found;
  if (only === undefined || others.length === 0) return only && hasText(only.one) ? only.one : undefined;
  const measured = found
    .map((place) => ({ ...place, length: textOf(place.one).trim().length }))
    .toSorted((a, b) => b.length - a.length);
  const [best] = measured;
  if (best === undefined || !hasText(best.one)) return undefined;
  const { parent } = best;
  const beside = measured.filter((place) => place.parent === parent);
  const whole = beside.reduce((sum, { length }) => sum + length, 0);
  return parent.type === 'element' && best.length < whole * shareOfOne ? parent : best.one;
}

function hasText(one: PageElement): boolean {
  return one.children.some((child) =>
    child.type === 'text' ? child.value.trim() !== '' : isElement(child) && hasText(child),
  );
}
