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
/** Matches classes of noise in known generators and themes. */
const noiseClasses =
  /^(?:headerlink|hash-link|header-anchor|heading-anchor|sl-anchor-link|anchor-link|anchorjs-link|doc-anchor|md-content__button|md-source-file|md-feedback|theme-edit-this-page|theme-last-updated|theme-doc-footer|theme-doc-toc-(?:mobile|desktop)|theme-doc-breadcrumbs|theme-doc-version-badge|prev-next(?:-area|-footer)?|prev-next-link|edit-this-page|edit-page-link|toctree-wrapper-hidden|wy-breadcrumbs|rst-footer-buttons|rst-versions|sphinxsidebar(?:wrapper)?|bd-sidebar.*|copybtn|copy-button|visually-hidden|sr-only|screen-reader-text|viewcode-link|skip-link|nav-wrapper|nav-chapters|hideme|notable-traits|sub-logo-container|rustdoc-breadcrumbs|topNav|subNav|bottomNav|navList|skipNav|legalCopy|page-footer|site-footer|feedback|cookie.*|advertisement)$/i;
/** Matches classes of navigation, which is noise if it consists of links. */
const navigationClasses =
  /^(?:pagination(?:-nav)?|page-toc|toc|table-of-contents|breadcrumbs?|related|ads?)$/i;
const lineNumberClasses =
  /^(?:linenos?|linenodiv|lineno|line-numbers?|line-numbers-wrapper|gutter|codeLineNumber.*|lnt?|rouge-gutter)$/i;
const editLink =
  /^(?:(?:✏️\s*)?edit (?:this|on)\b.*|suggest (?:an )?edits?|view (?:page )?source|improve this (?:page|doc).*|show source|report an? (?:issue|bug).*|copy(?: page)?|back to top)$/i;
/** An element with more characters than this is no navigation box. */
const minPageText = 500;

/** @param measures text measures of all elements, taken before any of them was removed */
export function isNoise(
  node: PageElement,
  content: PageElement,
  measures: ReadonlyMap<PageElement, TextMeasure>,
): boolean {
  if (droppedTags.test(node.tagName) || isHidden(node)) return true;
  const [measure, contentMeasure] = [measures.get(node), measures.get(content)];
  const isText =
    measure !== undefined &&
    contentMeasure !== undefined &&
    (measure.hasSample ||
      measure.hasTitle ||
      (measure.length > minPageText && measure.length > contentMeasure.length / 2));
  if (isElement(node, 'form')) return !isText;
  if (!isText && isNamedNoise(node, measure)) return true;
  if (/^(?:navigation|search|banner|contentinfo|complementary)$/.test(attribute(node, 'role') ?? ''))
    return true;
  if (isElement(node, 'button')) return attribute(node, 'role') !== 'tab';
  if (isElement(node, 'aside')) return !isNote(node) && !isAside(node, measure);
  // Removes the page's header, unless it contains the title.
  if (isElement(node, 'header')) return content.tagName === 'body' && measure?.hasTitle !== true;
  return isElement(node, 'a') && isMark(node, measure);
}

function isNamedNoise(node: PageElement, measure: TextMeasure | undefined): boolean {
  if (hasClass(node, noiseClasses)) return true;
  // Plug-ins number the lines of samples in any box with such a class.
  if (hasClass(node, lineNumberClasses)) return measure?.hasLetters !== true;
  if (hasClass(node, /^copy$/)) return isElement(node, 'a', 'span');
  return hasClass(node, navigationClasses) && consistsOfLinks(measure);
}

/** Whether at least a third of the text is links, or there is no text. */
function consistsOfLinks(measure: TextMeasure | undefined): boolean {
  return measure === undefined || measure.linked * 3 >= measure.length;
}

/** Whether an element is an aside of the text: docutils' topics and sidebars, footnotes, or an element with such a role. */
function isAside(node: PageElement, measure: TextMeasure | undefined): boolean {
  if (/^(?:note|doc-.+)$/.test(attribute(node, 'role') ?? '')) return true;
  if (hasClass(node, /^(?:footnote|citation|system-message)(?:-list)?$/)) return true;
  return hasClass(node, /^(?:topic|sidebar)$/) && !consistsOfLinks(measure);
}

/** Whether a link is only a symbol, an edit link, or a link to the source code. */
function isMark(node: PageElement, measure: TextMeasure | undefined): boolean {
  const [href, line] = [attribute(node, 'href'), textOnLine(node)];
  if (hasClass(node, /^(?:src|srclink)$/)) return true;
  // An anchor without `href` is a link target.
  if (href === undefined && (attribute(node, 'id') ?? attribute(node, 'name')) !== undefined) return false;
  if (href?.startsWith('javascript:') === true && measure?.hasLetters !== true) return true;
  return /^(?:[#¶§🔗↩\u200b\uf0c1]|\ufe0e)*$/u.test(line)
    ? !elementsWithin(node).some((inner) => inner.tagName === 'img')
    : editLink.test(line);
}

function isHidden(node: PageElement): boolean {
  if (/^(?:tabpanel)$/.test(attribute(node, 'role') ?? '') || hasClass(node, /^tab(?:bed|-)/)) return false;
  const { hidden, ariaHidden } = node.properties;
  // `until-found` elements open when the page is searched.
  const isVisible = hidden === undefined || hidden === null || hidden === false || hidden === 'until-found';
  const isOutOfSight = !isVisible || ariaHidden === 'true';
  return isOutOfSight || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(node, 'style') ?? '');
}

interface TextMeasure {
  /** Characters of all text nodes, each trimmed. */
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
  const measure = (node: PageElement): TextMeasure => {
    let { length, linked, hasLetters, hasSample, hasTitle } = noText;
    for (const child of node.children) {
      if (child.type === 'text') {
        length += child.value.trim().length;
        hasLetters ||= /\p{L}/u.test(child.value);
      } else if (isElement(child)) {
        const childMeasure = measure(child);
        length += childMeasure.length;
        linked += childMeasure.linked;
        hasLetters ||= childMeasure.hasLetters;
        hasSample ||= childMeasure.hasSample;
        hasTitle ||= childMeasure.hasTitle || isElement(child, 'h1');
      }
    }
    if (isElement(node, 'a')) linked = length;
    if (isElement(node, 'pre')) hasSample ||= hasLetters;
    const textMeasure = { length, linked, hasLetters, hasSample, hasTitle };
    measures.set(node, textMeasure);
    return textMeasure;
  };
  measure(root);
  return measures;
}
