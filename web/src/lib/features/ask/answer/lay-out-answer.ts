/**
 * Lays out an answer: its text as one flow of Markdown with its cards, and parts that are folded. Pure. A card follows the claim that
 * states its result. A card that arrives earlier waits, so that nothing on the page moves down.
 */
import type { Card } from '../../../api.ts';
import { foldedTitle } from '../../../landing-api.ts';
import { claimsEndingIn, groupSentences, textOf, type ProseBlock } from '../claims/group-sentences.ts';
import { markClaims } from '../claims/mark-claims.ts';
import { parseMarkdown } from '../claims/parse-markdown.ts';
import { isHistoryEvidence } from '../sources/evidence.ts';
import type { AnswerState } from './reduce-answer.ts';

export type AnswerPart =
  | { readonly kind: 'block'; readonly block: ProseBlock }
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'folded'; readonly title: string; readonly parts: readonly AnswerPart[] };

type LaidOutAnswer = Pick<AnswerState, 'text' | 'claims' | 'positions' | 'cards' | 'evidence'>;

const foldedLevel = 3;

/** @param isRefusalShown false if the page shows the search details in place of the text of a refusal */
export function layOutAnswer(
  answer: LaidOutAnswer,
  { isRunning, isRefusalShown = false }: { readonly isRunning: boolean; readonly isRefusalShown?: boolean },
): readonly AnswerPart[] {
  const { text, claims, positions } = answer;
  const from = isRefusalShown ? 0 : positions.refusalEnd;
  const blocks = groupSentences(parseMarkdown(markClaims({ text, claims, positions, from })));
  return foldParts(placeCards(blocks, answer, isRunning));
}

function placeCards(
  blocks: readonly ProseBlock[],
  { cards, claims, evidence }: LaidOutAnswer,
  isRunning: boolean,
): readonly AnswerPart[] {
  let parts: readonly AnswerPart[] = blocks.map((block) => ({ kind: 'block', block }));
  const historyIds = new Set(evidence.filter(isHistoryEvidence).map(({ id }) => id));
  const firstHistory = claims.findIndex(({ citations }) => citations.some((id) => historyIds.has(id)));
  const historyStart = firstHistory < 0 ? claims.length : firstHistory;
  for (const { card, claimsBefore } of cards) {
    const minClaims = Math.max(claimsBefore, card.type === 'timeline' ? historyStart + 1 : 1);
    if (isRunning && claims.length < minClaims) continue;
    const claim = claims[Math.min(minClaims, claims.length) - 1];
    parts = insertAfterClaim(parts, claim?.id, { kind: 'card', card });
  }
  return parts;
}

/** Inserts a card below the block in which the claim ends and the cards that are there already. A list is split. */
function insertAfterClaim(
  parts: readonly AnswerPart[],
  claim: string | undefined,
  card: AnswerPart,
): readonly AnswerPart[] {
  const index = parts.findIndex(
    (part) => part.kind === 'block' && claim !== undefined && claimsEndingIn(part.block).includes(claim),
  );
  const found = parts[index];
  if (claim === undefined || found?.kind !== 'block') return [...parts, card];
  const [before, after] = splitList(found.block, claim);
  const next = parts.slice(index + 1);
  if (after !== undefined) return [...parts.slice(0, index), toPart(before), card, toPart(after), ...next];
  const position = next.findIndex(({ kind }) => kind !== 'card');
  const count = position < 0 ? next.length : position;
  return [...parts.slice(0, index + 1), ...next.slice(0, count), card, ...next.slice(count)];
}

function toPart(block: ProseBlock): AnswerPart {
  return { kind: 'block', block };
}

/** Splits a list below the item in which the claim ends. */
function splitList(block: ProseBlock, claim: string): readonly [ProseBlock, ProseBlock?] {
  if (block.kind !== 'bulleted' && block.kind !== 'numbered') return [block];
  const index = block.items.findIndex((item) => item.flatMap(claimsEndingIn).includes(claim));
  const [items, rest] = [block.items.slice(0, index + 1), block.items.slice(index + 1)];
  if (rest.length === 0) return [block];
  if (block.kind === 'bulleted')
    return [
      { ...block, items },
      { ...block, items: rest },
    ];
  return [
    { ...block, items },
    { ...block, start: block.start + items.length, items: rest },
  ];
}

/** Folds what follows certain headings, up to the next heading of the same or a higher level. */
function foldParts(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  const folded: AnswerPart[] = [];
  for (let index = 0; index < parts.length;) {
    const part = parts[index];
    if (part === undefined) break;
    const title = readHeading(part);
    if (title === undefined || title.level !== foldedLevel || !foldedTitle.test(title.text)) {
      folded.push(part);
      index += 1;
      continue;
    }
    const rest = parts.slice(index + 1);
    const next = rest.findIndex((later) => (readHeading(later)?.level ?? Infinity) <= foldedLevel);
    const count = next < 0 ? rest.length : next;
    folded.push({ kind: 'folded', title: title.text, parts: rest.slice(0, count) });
    index += count + 1;
  }
  return folded;
}

function readHeading(part: AnswerPart): { readonly level: number; readonly text: string } | undefined {
  if (part.kind !== 'block' || part.block.kind !== 'heading') return undefined;
  const { level, sentences } = part.block;
  const text = sentences
    .map(({ gap, children }) => gap + textOf(children))
    .join('')
    .trim();
  return { level, text };
}
