/** Replaces references with what they refer to, and makes adjacent verbs agree in number. */

import { stripBackticks, type CompletedQuestion } from './complete-fragment.ts';
import { findReferences, type Reference } from './find-references.ts';
import { auxiliaries, capitalize, prepositions } from './question-frame.ts';
import { tokenizeQuestion, type QuestionToken } from './question-tokens.ts';
import type { Referent, Referents } from './referents.ts';
import { agreeInNumber, isParticiple, isPlainVerb } from './word-forms.ts';

/** Words that show that a question is about a definition, not about a topic. */
const mentionsDefinitions =
  /\b(?:call(?:s|ed|ers?|ing)?|returns?|returned|parameters?|arguments?|args|raises?|throws?|signature|inherits?|subclass\w*|import(?:s|ed)?|overrid\w+|decorat\w+|instantiat\w+|invok\w+|defined|declared|definition|export\w*|methods?|fields?|attributes?|properties|docstring|type)\b/i;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function replaceReferences(question: string, referents: Referents): CompletedQuestion | undefined {
  const references = findReferences(question);
  const tokens = tokenizeQuestion(question);
  const edits: Edit[] = [];
  const carried = new Set<string>();
  for (const reference of references) {
    const referent = resolveReference(reference, question, referents);
    if (referent === undefined) continue;
    const referenceEdits = createEdits(reference, referent, tokens);
    edits.push(...referenceEdits);
    carried.add(stripBackticks(referent));
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

function resolveReference(
  reference: Reference,
  question: string,
  referents: Referents,
): Referent | undefined {
  const { form } = reference;
  if (form === 'ordinal') return referents.candidates.at(reference.ordinal);
  if (form === 'file') return referents.file;
  if (form === 'symbol') return referents.symbol;
  if (form === 'place')
    return referents.singular?.isCode === true ? referents.singular : (referents.file ?? referents.singular);
  if (form === 'many' || form === 'their') return referents.plural;
  return mentionsDefinitions.test(question) &&
    referents.symbol !== undefined &&
    referents.singular?.isCode !== true
    ? referents.symbol
    : referents.singular;
}

function createEdits(
  reference: Reference,
  referent: Referent,
  tokens: readonly QuestionToken[],
): readonly Edit[] {
  const first = tokens[reference.from];
  const last = tokens[reference.to - 1];
  if (first === undefined || last === undefined) return [];
  const replaceWith = (text: string): Edit => ({ from: first.start, to: last.end, text });
  const { form } = reference;
  if (form === 'its' || form === 'their') return possessiveEdits(reference, referent, tokens);
  if (form === 'place') {
    const before = tokens[reference.from - 1]?.lower ?? '';
    return [
      replaceWith(
        prepositions.has(before) && !/^(?:when|if|while|where)$/.test(before)
          ? referent.text
          : `in ${referent.text}`,
      ),
    ];
  }
  if (form === 'noun') return [replaceWith(nounPhrase(reference, referent, tokens))];
  const replacement =
    reference.verb === ''
      ? referent.text
      : `${referent.text} ${agreeInNumber(reference.verb, referent.isPlural)}`;
  return [
    replaceWith(replacement),
    ...(reference.verb === '' ? agreementEdits(reference, referent, tokens) : []),
  ];
}

/** "this limit" becomes `the limit of X`, or just X if the name of X contains "limit". */
function nounPhrase({ noun, from }: Reference, referent: Referent, tokens: readonly QuestionToken[]): string {
  const containsNoun = referent.text.toLowerCase().includes(noun.toLowerCase().replace(/e?s$/, ''));
  const before = tokens[from - 1]?.lower ?? '';
  if (containsNoun) return referent.text;
  return `the ${noun} ${before === 'of' ? 'in' : 'of'} ${referent.text}`;
}

/** A name becomes a possessive (`X`'s parameters); other words become `the … of` phrases. */
function possessiveEdits(
  { from }: Reference,
  referent: Referent,
  tokens: readonly QuestionToken[],
): readonly Edit[] {
  const word = tokens[from];
  if (word === undefined) return [];
  if (referent.isCode) return [{ from: word.start, to: word.end, text: `${referent.text}'s` }];
  let last = from;
  while (isNounPart(tokens[last + 1]) && last - from < 3) last += 1;
  const lastNounPart = tokens[last];
  if (lastNounPart === undefined || last === from)
    return [{ from: word.start, to: word.end, text: referent.text }];
  return [
    { from: word.start, to: word.end, text: 'the' },
    { from: lastNounPart.end, to: lastNounPart.end, text: ` of ${referent.text}` },
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

/** Makes the verbs before and after a replaced word agree with it in number. */
function agreementEdits(
  { from, to, form }: Reference,
  referent: Referent,
  tokens: readonly QuestionToken[],
): readonly Edit[] {
  const wasPlural = form === 'many';
  if (wasPlural === referent.isPlural) return [];
  const before = tokens[from - 1];
  const after = tokens[to];
  const edits: Edit[] = [];
  for (const token of [before, after]) {
    if (token === undefined || token.kind !== 'word') continue;
    const verb = agreeInNumber(token.text, referent.isPlural);
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
