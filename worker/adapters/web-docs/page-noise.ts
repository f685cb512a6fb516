/**
 * Recognizes noise in the main content of a page: navigation, edit links, heading marks and line numbers. Class names alone are not enough,
 * because sites also use them for text, so the content is checked too.
 */

import {
  attribute,
  elementsWithin,
  hasClass,
  isElement,
  isNote,
  textOnLine,
  type PageElement,
} from './page-tree.ts';

const droppedTags =
  /^(?:nav|footer|input|select|textarea|noscript|dialog|audio|video|embed|link|meta|base|script|style|search)$/;
/** Classes of noise in known generators and themes. */
const noiseClasses =
  /^(?:headerlink|hash-link|header-anchor|heading-anchor|sl-anchor-link|anchor-link|anchorjs-link|doc-anchor|md-content__button|md-source-file|md-feedback|theme-edit-this-page|theme-last-updated|theme-doc-footer|theme-doc-toc-(?:mobile|desktop)|theme-doc-breadcrumbs|theme-doc-version-badge|prev-next(?:-area|-footer)?|prev-next-link|edit-this-page|edit-page-link|toctree-wrapper-hidden|wy-breadcrumbs|rst-footer-buttons|rst-versions|sphinxsidebar(?:wrapper)?|bd-sidebar.*|copybtn|copy-button|visually-hidden|sr-only|screen-reader-text|viewcode-link|skip-link|nav-wrapper|nav-chapters|hideme|notable-traits|sub-logo-container|rustdoc-breadcrumbs|topNav|subNav|bottomNav|navList|skipNav|legalCopy|page-footer|site-footer|feedback|cookie.*|advertisement)$/i;
/** Classes of navigation, if the element consists of links. */
const navigation = /^(?:pagination(?:-nav)?|page-toc|toc|table-of-contents|breadcrumbs?|related|ads?)$/i;
const numbers =
  /^(?:linenos?|linenodiv|lineno|line-numbers?|line-numbers-wrapper|gutter|codeLineNumber.*|lnt?|rouge-gutter)$/i;
const editLink =
  /^(?:(?:✏️\s*)?edit (?:this|on)\b.*|suggest (?:an )?edits?|view (?:page )?source|improve this (?:page|doc).*|show source|report an? (?:issue|bug).*|copy(?: page)?|back to top)$/i;
/** More characters than any navigation box has. */
const minPageText = 500;

/** @param measures text measures of all elements, taken before any of them was removed */
export function isNoise(
  one: PageElement,
  place: PageElement,
  measures: ReadonlyMap<PageElement, TextMeasure>,
): boolean {
  if (droppedTags.test(one.tagName) || isHidden(one)) return true;
  const [own, whole] = [measures.get(one), measures.get(place)];
  const isText =
    own !== undefined &&
    whole !== undefined &&
    (own.hasSample || own.hasTitle || (own.length > minPageText && own.length > whole.length / 2));
  if (isElement(one, 'form')) return !isText;
  if (!isText && isNamedNoise(one, own)) return true;
  if (/^(?:navigation|search|banner|contentinfo|complementary)$/.test(attribute(one, 'role') ?? ''))
    return true;
  if (isElement(one, 'button')) return attribute(one, 'role') !== 'tab';
  if (isElement(one, 'aside')) return !isNote(one) && !isAside(one, own);
  // Removes the page's header, unless it contains the title.
  if (isElement(one, 'header')) return place.tagName === 'body' && own?.hasTitle !== true;
  return isElement(one, 'a') && isMark(one, own);
}

function isNamedNoise(one: PageElement, own: TextMeasure | undefined): boolean {
  if (hasClass(one, noiseClasses)) return true;
  // Plug-ins number the lines of samples in any box with such a class.
  if (hasClass(one, numbers)) return own?.hasLetters !== true;
  if (hasClass(one, /^copy$/)) return isElement(one, 'a', 'span');
  return hasClass(one, navigation) && consistsOfLinks(own);
}

/** Whether at least a third of the text is links, or there is no text. */
function consistsOfLinks(own: TextMeasure | undefined): boolean {
  return own === undefined || own.linked * 3 >= own.length;
}

/** Whether an element is an aside of the text: docutils' topics and sidebars, footnotes, or an element with such a role. */
function isAside(one: PageElement, own: TextMeasure | undefined): boolean {
  if (/^(?:note|doc-.+)$/.test(attribute(one, 'role') ?? '')) return true;
  if (hasClass(one, /^(?:footnote|citation|system-message)(?:-list)?$/)) return true;
  return hasClass(one, /^(?:topic|sidebar)$/) && !consistsOfLinks(own);
}

/** Whether a link is only a symbol, an edit link, or a link to the source code. */
function isMark(one: PageElement, own: TextMeasure | undefined): boolean {
  const [href, line] = [attribute(one, 'href'), textOnLine(one)];
  if (hasClass(one, /^(?:src|srclink)$/)) return true;
  // A link target.
  if (href === undefined && (attribute(one, 'id') ?? attribute(one, 'name')) !== undefined) return false;
  if (href?.startsWith('javascript:') === true && own?.hasLetters !== true) return true;
  return /^(?:[#¶§🔗↩\u200b\uf0c1]|\ufe0e)*$/u.test(line)
    ? !elementsWithin(one).some((inner) => inner.tagName === 'img')
    : editLink.test(line);
}

function isHidden(one: PageElement): boolean {
  if (/^(?:tabpanel)$/.test(attribute(one, 'role') ?? '') || hasClass(one, /^tab(?:bed|-)/)) return false;
  const { hidden, ariaHidden } = one.properties;
  // `until-found` elements open when the page is searched.
  const isVisible = hidden === undefined || hidden === null || hidden === false || hidden === 'until-found';
  const isOutOfSight = !isVisible || ariaHidden === 'true';
  return isOutOfSight || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(one, 'style') ?? '');
}

interface TextMeasure {
  /** Characters, without space around them. */
  readonly length: number;
  /** Characters within links. */
  readonly linked: number;
  readonly hasLetters: boolean;
  /** Whether it is or contains a `pre` with letters. */
  readonly hasSample: boolean;
  /** Whether it contains an `h1`. */
  readonly hasTitle: boolean;
}

const noText: TextMeasure = { length: 0, linked: 0, hasLetters: false, hasSample: false, hasTitle: false };

/** Measures the text of every element in one walk. */
export function measureText(root: PageElement): Map<PageElement, TextMeasure> {
  const measures = new Map<PageElement, TextMeasure>();
  const measure = (one: PageElement): TextMeasure => {
    let { length, linked, hasLetters, hasSample, hasTitle } = noText;
    for (const child of one.children) {
      if (child.type === 'text') {
        length += child.value.trim().length;
        hasLetters ||= /\p{L}/u.test(child.value);
      } else if (isElement(child)) {
        const inner = measure(child);
        length += inner.length;
        linked += inner.linked;
        hasLetters ||= inner.hasLetters;
        hasSample ||= inner.hasSample;
        hasTitle ||= inner.hasTitle || isElement(child, 'h1');
      }
    }
    if (isElement(one, 'a')) linked = length;
    if (isElement(one, 'pre')) hasSample ||= hasLetters;
    const found = { length, linked, hasLetters, hasSample, hasTitle };
    measures.set(one, found);
    return found;
  };
  measure(root);
  return measures;
}
