/** Removes inline markup of Markdown, HTML and reStructuredText. Inline code keeps its backticks. The words and their order stay. */

import { cleanMarkup } from '../../core/text/clean-quotations.ts';
import { removeUnsafeCharacters } from '../../core/text/sanitize-text.ts';

/** Characters that are read of a block, because the text is untrusted. */
const maxLength = 4_000;

const image = /!\[[^\]]{0,300}\](?:\([^()]{0,500}(?:\([^()]{0,200}\)[^()]{0,200})?\)|\[[^\]]{0,200}\])/g;
const inlineLink = /\[([^[\]]{0,300})\]\([^()]{0,500}(?:\([^()]{0,200}\)[^()]{0,200})?\)/g;
const referenceLink = /\[([^[\]]{1,300})\]\[[^\]]{0,200}\]/g;
const htmlLink = /<a\b[^<>]{0,500}>([^<]{0,300})<\/a>/gi;
const codeReference = /\[(`[^`\]]{1,200}`)\](?![([:])/g;
const javadocTag = /\{@(?:link|linkplain|code|literal|value) +(?:[^{}]{0,200}#)?([^{}]{1,200})\}/g;
const roleLink = /`([^`<>]{1,200}) <[^`<>]{1,300}>`_{0,2}/g;
const namedReference = /`([^`<>]{1,200})`_{1,2}(?!\w)/g;
const substitution = /\|[^|\s][^|\n]{0,80}\|_{0,2}/g;
const shortcode = /:[a-z][a-z0-9_+]{1,40}:(?!`)/g;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  copy: '©',
};

export function plainInlineText(markup: string): string {
  const withoutLinks = markup
    .slice(0, maxLength)
    .replaceAll(image, '')
    .replaceAll(/``([^`\n]{1,200})``/g, '`$1`')
    .replaceAll(roleLink, '$1')
    .replaceAll(namedReference, '$1')
    .replaceAll(inlineLink, '$1')
    .replaceAll(referenceLink, '$1')
    .replaceAll(codeReference, '$1')
    .replaceAll(javadocTag, '$1')
    .replaceAll(/<(https?:\/\/[^<>\s]{1,300})>/g, '$1')
    .replaceAll(/\[\^[^\]]{1,40}\]/g, '');
  const pieces = cleanMarkup(withoutLinks)
    .replaceAll(/`~([\w.]{1,200})`/g, '`$1`')
    .split(/(`[^`]*`)/);
  const text = pieces
    .map((piece, index) => (index % 2 === 1 ? piece.replaceAll(/\s+/g, ' ') : cleanProse(piece)))
    .join('');
  return removeUnsafeCharacters(text).replaceAll(/\s+/g, ' ').trim();
}

function cleanProse(text: string): string {
  return text
    .replaceAll(substitution, '')
    .replaceAll(shortcode, '')
    .replaceAll(/\[([^[\]]{1,300})\](?![(:])/g, '$1')
    .replaceAll(/\*{2,3}/g, '')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]{0,400}?\S)\*(?!\*)/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_])([\p{L}\p{N}][\p{L}\p{N}-]*)_{1,2}(?=[\s.,;:!?)]|$)/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]{1,400}?\S|\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|mdash|ndash|copy);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\\([*_`[\]#<>{}()!.~|-])/g, '$1');
}

/** The part of a block's words that are in links, from 0 to 1. */
export function linkedFraction(markup: string): number {
  const text = markup.slice(0, maxLength).replaceAll(image, '');
  const linked = [...text.matchAll(inlineLink), ...text.matchAll(referenceLink), ...text.matchAll(htmlLink)]
    .map(([, label = '']) => plainInlineText(label).length)
    .reduce((sum, length) => sum + length, 0);
  return linked / Math.max(1, plainInlineText(markup).length);
}
