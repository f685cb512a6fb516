/** Replaces references with what they refer to, and adjusts adjacent verbs in number. */

import { stripBackticks, type Completed } from './complete-fragment.ts';
import { findReferences, type Reference } from './find-references.ts';
import { auxiliaries, capitalize, prepositions } from './question-frame.ts';
import { tokenizeQuestion, type QuestionToken } from './question-tokens.ts';
import type { Referent, Referents } from './referents.ts';
import { agreeInNumber, isParticiple, isPlainVerb } from './word-forms.ts';

/** What is asked of definitions, not of matters in general. */
const asksOfCode =
  /\b(?:call(?:s|ed|ers?|ing)?|returns?|returned|parameters?|arguments?|args|raises?|throws?|signature|inherits?|subclass\w*|import(?:s|ed)?|overrid\w+|decorat\w+|instantiat\w+|invok\w+|defined|declared|definition|export\w*|methods?|fields?|attributes?|properties|docstring|type)\b/i;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function replaceReferences(question: string, referents: Referents): Completed | undefined {
  const references = findReferences(question);
  const tokens = tokenizeQuestion(question);
  const edits: Edit[] = [];
  const carried = new Set<string>();
  for (const reference of references) {
    const about = meantBy(reference, question, referents);
    if (about === undefined) continue;
    const made = editsFor(reference, about, tokens);
    edits.push(...made);
    carried.add(stripBackticks(about));
  }
  if (edits.length === 0) return undefined;
  let text = question;
  for (const edit of edits.toSorted((a, b) => b.from - a.from))
    text = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  return {
    text: capitalize(text.replace(/^(?:(?:and|but|so|ok|okay|also)\b[\s,]*)+(?=\S)/i, '')),
    carried: [...carried],
  };
}

function meantBy(reference: Reference, question: string, referents: Referents): Referent | undefined {
  const { form } = reference;
  if (form === 'ordinal') return referents.named.at(reference.ordinal);
  if (form === 'file') return referents.file;
  if (form === 'symbol') return referents.symbol;
  if (form === 'place')
    return referents.one?.isCode === true ? referents.one : (referents.file ?? referents.one);
  if (form === 'many' || form === 'their') return referents.many;
  return asksOfCode.test(question) && referents.symbol !== undefined && referents.one?.isCode !== true
    ? referents.symbol
    : referents.one;
}

function editsFor(reference: Reference, about: Referent, tokens: readonly QuestionToken[]): readonly Edit[] {
  const first = tokens[reference.from];
  const last = tokens[reference.to - 1];
  if (first === undefined || last === undefined) return [];
  const put = (text: string): Edit => ({ from: first.start, to: last.end, text });
  const { form } = reference;
  if (form === 'its' || form === 'their') return possessive(reference, about, tokens);
  if (form === 'place') {
    const before = tokens[reference.from - 1]?.lower ?? '';
    return [
      put(
        prepositions.has(before) && !/^(?:when|if|while|where)$/.test(before)
          ? about.text
          : `in ${about.text}`,
      ),
    ];
  }
  if (form === 'noun') return [put(nounOf(reference, about, tokens))];
  const said =
    reference.verb === '' ? about.text : `${about.text} ${agreeInNumber(reference.verb, about.plural)}`;
  return [put(said), ...(reference.verb === '' ? agreement(reference, about, tokens) : [])];
}

/** "this limit" is `the limit of X`, and X itself where X is called so. */
function nounOf({ noun, from }: Reference, about: Referent, tokens: readonly QuestionToken[]): string {
  const says = about.text.toLowerCase().includes(noun.toLowerCase().replace(/e?s$/, ''));
  const before = tokens[from - 1]?.lower ?? '';
  if (says) return about.text;
  return `the ${noun} ${before === 'of' ? 'in' : 'of'} ${about.text}`;
}

/** Of a name its possessive; of words, `the … of` them. */
function possessive({ from }: Reference, about: Referent, tokens: readonly QuestionToken[]): readonly Edit[] {
  const word = tokens[from];
  if (word === undefined) return [];
  if (about.isCode) return [{ from: word.start, to: word.end, text: `${about.text}'s` }];
  let last = from;
  while (isNounPart(tokens[last + 1]) && last - from < 3) last += 1;
  const owned = tokens[last];
  if (owned === undefined || last === from) return [{ from: word.start, to: word.end, text: about.text }];
  return [
    { from: word.start, to: word.end, text: 'the' },
    { from: owned.end, to: owned.end, text: ` of ${about.text}` },
  ];
}

function isNounPart(token: QuestionToken | undefined): boolean {
  if (token === undefined || token.kind === 'mark') return false;
  return (
    !auxiliaries.has(token.lower) &&
    !prepositions.has(token.lower) &&
    !isParticiple(token.lower) &&
    !/^(?:and|or|stay|look|work|come|go|live)$/.test(token.lower)
  );
}

/** The verb before or after what was replaced, where its number has changed. */
function agreement(
  { from, to, form }: Reference,
  about: Referent,
  tokens: readonly QuestionToken[],
): readonly Edit[] {
  const wasPlural = form === 'many';
  if (wasPlural === about.plural) return [];
  const before = tokens[from - 1];
  const after = tokens[to];
  const edits: Edit[] = [];
  for (const token of [before, after]) {
    if (token === undefined || token.kind !== 'word') continue;
    const verb = agreeInNumber(token.text, about.plural);
    if (verb !== token.text) edits.push({ from: token.start, to: token.end, text: verb });
  }
  const isBare =
    wasPlural &&
    edits.length === 0 &&
    after !== undefined &&
    isPlainVerb(after.lower) &&
    !auxiliaries.has(before?.lower ?? '');
  if (isBare)
    edits.push({ from: after.end, to: after.end, text: /(?:s|x|ch|sh|o)$/.test(after.lower) ? 'es' : 's' });
  return edits;
}
