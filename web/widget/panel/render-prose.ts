/** Renders the text of an answer as elements. Text from a repository becomes text only: no link, image or HTML. */

import { claimLabels, type Claim, type Evidence } from '../../src/lib/api.ts';
import { findMark } from '../../src/lib/features/ask/claims/find-mark.ts';
import type { ProseBlock } from '../../src/lib/features/ask/claims/group-sentences.ts';
import {
  hasLastCitation,
  type ProseInline,
  type Sentence,
} from '../../src/lib/features/ask/claims/sentence.ts';
import { createElement, type Child } from '../shared/element.ts';
import { describeCitation } from './describe-citation.ts';

export interface ProseContext {
  readonly claims: readonly Claim[];
  readonly evidence: readonly Evidence[];
  readonly isModelWritten: boolean;
  /** The origin of the server, where sources without a page of their own open. */
  readonly server: string;
}

export function renderBlock(block: ProseBlock, context: ProseContext): HTMLElement {
  const sentences = (list: readonly Sentence[]): Child[] =>
    list.flatMap((sentence) => renderSentence(sentence, context));
  const blocks = (list: readonly ProseBlock[]): HTMLElement[] =>
    list.map((inner) => renderBlock(inner, context));
  switch (block.kind) {
    case 'paragraph':
      return createElement('p', {}, ...sentences(block.sentences));
    case 'heading':
      return createElement(block.level <= 3 ? 'h4' : 'h5', {}, ...sentences(block.sentences));
    case 'code':
      return createElement(
        'figure',
        {},
        createElement('pre', { part: 'code', tabindex: '0' }, createElement('code', {}, block.text)),
        block.caption === null
          ? undefined
          : createElement('figcaption', {}, ...renderSentence(block.caption, context)),
      );
    case 'rule':
      return createElement('hr');
    case 'quote':
      return createElement('blockquote', {}, ...blocks(block.children));
    case 'bulleted':
      return createElement('ul', {}, ...block.items.map((item) => createElement('li', {}, ...blocks(item))));
    case 'numbered':
      return createElement(
        'ol',
        { start: String(block.start) },
        ...block.items.map((item) => createElement('li', {}, ...blocks(item))),
      );
    case 'table':
      return renderTable(block.rows.map((row) => row.map(sentences)));
  }
}

function renderRow(name: 'th' | 'td', cells: readonly (readonly Child[])[]): HTMLElement {
  return createElement('tr', {}, ...cells.map((cell) => createElement(name, {}, ...cell)));
}

/** @param rows the first is the header */
export function renderTable([head = [], ...rows]: readonly (readonly (readonly Child[])[])[]): HTMLElement {
  return createElement(
    'div',
    { class: 'table', tabindex: '0', role: 'region', 'aria-label': 'Table' },
    createElement(
      'table',
      {},
      createElement('thead', {}, renderRow('th', head)),
      createElement('tbody', {}, ...rows.map((row) => renderRow('td', row))),
    ),
  );
}

function renderSentence(sentence: Sentence, context: ProseContext): Child[] {
  const { gap, children, claim, isEnd } = sentence;
  const rendered = [gap, ...children.map((node) => renderInline(node, context))];
  // The mark of a claim follows its last citation, or its last word.
  return isEnd && !hasLastCitation(children) ? [...rendered, renderMark(claim, context)] : rendered;
}

function renderInline(node: ProseInline, context: ProseContext): Child {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return createElement('code', {}, node.text);
    case 'citation': {
      const link = renderCitation(node.id, context);
      const mark = node.isLast ? renderMark(node.claim, context) : undefined;
      return mark === undefined ? link : createElement('span', {}, link, mark);
    }
    case 'strong':
      return createElement('strong', {}, ...node.children.map((child) => renderInline(child, context)));
    case 'emphasis':
      return createElement('em', {}, ...node.children.map((child) => renderInline(child, context)));
  }
}

function renderCitation(id: string, { evidence, server }: ProseContext): Child {
  const index = evidence.findIndex((item) => item.id === id);
  const cited = evidence[index];
  if (cited === undefined) return undefined;
  const { address, name } = describeCitation(cited, server);
  const number = String(index + 1);
  const label = `Source ${number}: ${name}`;
  if (address === undefined) return createElement('span', { class: 'citation', title: label }, number);
  return createElement(
    'a',
    {
      part: 'citation',
      class: 'citation',
      href: address,
      target: '_blank',
      rel: 'noopener',
      title: name,
      'aria-label': `${label} (opens in a new tab)`,
    },
    number,
  );
}

/** The words after a sentence of which something was not found. */
function renderMark(id: string | null, { claims, isModelWritten }: ProseContext): HTMLElement | undefined {
  const claim = claims.find((item) => item.id === id);
  const mark = claim === undefined ? null : findMark(claim, isModelWritten);
  if (mark === null) return undefined;
  const tone = mark.label === claimLabels.unsupported ? 'bad' : 'warn';
  return createElement('span', { part: 'mark', class: `mark ${tone}` }, mark.label);
}
