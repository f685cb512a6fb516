/**
 * Streamed Markdown to claims. A claim is a sentence or list item with the citations that follow it; a full stop inside code or
 * a quotation ends nothing. Whatever writes the text, a person or a model, its claims are read the same way.
 */

const citation = /\[chunk:([A-Za-z0-9_-]{1,40})\]/g;
/** Words whose full stop ends no sentence. */
const abbreviation = /\b(?:e\.g|i\.e|etc|cf|vs|no|approx)\.$/i;

export interface ReadClaim {
  readonly text: string;
  /** Ids cited, each once, as written; `none` among them when the answerer says it has no source. */
  readonly citations: readonly string[];
}

export interface ClaimReader {
  /** Takes more text. @returns the claims it completes. */
  add(delta: string): readonly ReadClaim[];
  /** @returns what was left when the text ended. */
  end(): readonly ReadClaim[];
}

export function createClaimReader(): ClaimReader {
  let pending = '';
  const take = (final: boolean): readonly ReadClaim[] => {
    const claims: ReadClaim[] = [];
    for (;;) {
      const end = endOfClaim(pending, final);
      if (end === undefined) break;
      const claim = toClaim(pending.slice(0, end));
      if (claim !== undefined) claims.push(claim);
      pending = pending.slice(end);
    }
    return claims;
  };
  return {
    add(delta) {
      pending += delta;
      return take(false);
    },
    end: () => take(true),
  };
}

/** Where the first claim of a text ends; undefined while more text could still belong to it. */
function endOfClaim(text: string, final: boolean): number | undefined {
  if (text === '') return undefined;
  const fence = /^\s*```/.exec(text);
  if (fence !== null) return endOfFence(text, fence[0].length, final);
  let closing: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\n' && text[at + 1] === '\n') return at + 2;
    if (character === '\n' && isNewBlock(text.slice(at + 1)) && text.slice(0, at).trim() !== '')
      return at + 1;
    if (closing !== undefined) {
      if (character === closing) closing = undefined;
      continue;
    }
    if (character === '`') closing = '`';
    if (character === '“') closing = '”';
    if (!isSentenceEnd(text, at)) continue;
    const end = afterCitations(text, at + 1);
    if (end < text.length) return end;
    return final ? text.length : undefined;
  }
  return final ? text.length : undefined;
}

function endOfFence(text: string, from: number, final: boolean): number | undefined {
  const close = text.indexOf('\n```', from);
  if (close < 0) return final ? text.length : undefined;
  const end = afterCitations(text, close + 4);
  return end < text.length || final ? end : undefined;
}

function isNewBlock(rest: string): boolean {
  return /^\s*(?:[-*+]\s|\d+[.)]\s|#{1,6}\s|>|```)/.test(rest);
}

function isSentenceEnd(text: string, at: number): boolean {
  const character = text[at] ?? '';
  if (!'.!?'.includes(character)) return false;
  const next = text[at + 1];
  if (next !== undefined && !/[\s[]/.test(next)) return false;
  return !(
    character === '.' &&
    (abbreviation.test(text.slice(0, at + 1)) || /(?:^|\n)\s*\d+\.$/.test(text.slice(0, at + 1)))
  );
}

/** Citations that stand after the full stop belong to the sentence before it. */
function afterCitations(text: string, from: number): number {
  const match = /^(?:\s*\[chunk:[A-Za-z0-9_-]{1,40}\])*[ \t]*\n?/.exec(text.slice(from));
  return from + (match?.[0].length ?? 0);
}

function toClaim(text: string): ReadClaim | undefined {
  const trimmed = text.trim();
  const said = trimmed.replace(citation, '').replace(/[\s.>*+-]+/g, '');
  if (said === '' || /^#{1,6}\s/.test(trimmed)) return undefined;
  return {
    text: trimmed,
    citations: [...new Set([...trimmed.matchAll(citation)].map((match) => match[1] ?? ''))],
  };
}
