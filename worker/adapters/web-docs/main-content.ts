/**
 * The part of a page that is its own: what stands in the place its generator gives it, without the navigation, the edit links and the
 * marks that stand there too.
 */

import {
  attribute,
  classesOf,
  elementsWithin,
  hasClass,
  isElement,
  lineOf,
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

const droppedTags =
  /^(?:nav|footer|button|input|select|textarea|form|noscript|dialog|audio|video|embed|link|meta|base|script|style|search)$/;
const droppedClasses =
  /^(?:headerlink|hash-link|header-anchor|heading-anchor|sl-anchor-link|anchor-link|anchorjs-link|md-content__button|md-source-file|md-feedback|theme-edit-this-page|theme-last-updated|theme-doc-footer|theme-doc-toc-(?:mobile|desktop)|theme-doc-breadcrumbs|theme-doc-version-badge|pagination-nav|pagination|prev-next(?:-area|-footer)?|prev-next-link|edit-this-page|edit-page-link|page-toc|toc|toctree-wrapper-hidden|table-of-contents|breadcrumbs?|wy-breadcrumbs|rst-footer-buttons|rst-versions|sphinxsidebar(?:wrapper)?|bd-sidebar.*|related|copybtn|copy-button|copy|visually-hidden|sr-only|screen-reader-text|viewcode-link|linenos?|lineno|line-numbers?|line-numbers-wrapper|gutter|codeLineNumber.*|skip-link|nav-wrapper|nav-chapters|page-footer|site-footer|feedback|cookie.*|advertisement|ads?)$/i;
const editLink =
  /^(?:(?:✏️\s*)?edit (?:this|on)\b.*|suggest (?:an )?edits?|view (?:page )?source|improve this (?:page|doc).*|show source|report an? (?:issue|bug).*|copy(?: page)?|back to top)$/i;

/** @returns the element that holds the page's own text, taken from the tree and cleaned. */
export function mainContent(root: PageParent): PageElement | undefined {
  const found = findPlaces(root);
  const place = places.map((one) => fullest(found.get(one) ?? [])).find((one) => one !== undefined);
  if (place === undefined) return undefined;
  replaceWithin(place, (one) => (isDropped(one, place) ? [] : undefined));
  return place;
}

/** Elements of one place that are looked at. */
const maxOfPlace = 20;

/** What stands in each place, found in one walk. */
function findPlaces(root: PageParent): Map<Place, PageElement[]> {
  const found = new Map<Place, PageElement[]>(places.map((place) => [place, []]));
  const visit = (parent: PageParent, around: readonly string[]): void => {
    for (const child of parent.children) {
      if (!isElement(child)) continue;
      for (const [place, held] of found)
        if (held.length < maxOfPlace && isAt(child, place, around)) held.push(child);
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

/** Of several, the one with most text, if it has any. */
function fullest(found: readonly PageElement[]): PageElement | undefined {
  const [best] = found
    .map((one) => ({ one, length: found.length === 1 ? 1 : textOf(one).trim().length }))
    .toSorted((a, b) => b.length - a.length);
  return best !== undefined && best.length > 0 && hasText(best.one) ? best.one : undefined;
}

function hasText(one: PageElement): boolean {
  return one.children.some((child) =>
    child.type === 'text' ? child.value.trim() !== '' : isElement(child) && hasText(child),
  );
}

function isDropped(one: PageElement, place: PageElement): boolean {
  if (droppedTags.test(one.tagName) || hasClass(one, droppedClasses) || isHidden(one)) return true;
  if (/^(?:navigation|search|banner|contentinfo|complementary)$/.test(attribute(one, 'role') ?? ''))
    return true;
  if (isElement(one, 'aside')) return !isNote(one);
  // A page's own header; one that holds the title of the text stays.
  if (isElement(one, 'header'))
    return place.tagName === 'body' && !elementsWithin(one).some((inner) => inner.tagName === 'h1');
  if (!isElement(one, 'a')) return false;
  const line = lineOf(one);
  return /^[#¶§🔗\u200b\uf0c1]*$/u.test(line)
    ? !elementsWithin(one).some((inner) => inner.tagName === 'img')
    : editLink.test(line);
}

/** A box that belongs to the text. */
export function isNote(one: PageElement): boolean {
  return hasClass(
    one,
    /^(?:admonition|theme-admonition|starlight-aside|custom-block|markdown-alert|callout|hint|alert|note|warning|tip|important|caution|danger|info)(?:[-_].*)?$/i,
  );
}

function isHidden(one: PageElement): boolean {
  if (/^(?:tabpanel)$/.test(attribute(one, 'role') ?? '') || hasClass(one, /^tab(?:bed|-)/)) return false;
  const { hidden, ariaHidden } = one.properties;
  const isOutOfSight = (hidden !== undefined && hidden !== null && hidden !== false) || ariaHidden === 'true';
  return isOutOfSight || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(one, 'style') ?? '');
}
