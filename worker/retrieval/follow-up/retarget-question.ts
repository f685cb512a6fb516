/** Applies the previous question to another subject or place: "What about X?", "and in X?". */

import { stripBackticks, completeFragment, type Completed } from './complete-fragment.ts';
import { prepositions, type QuestionFrame } from './question-frame.ts';
import { tokenizeQuestion, type QuestionToken } from './question-tokens.ts';
import type { Referents } from './referents.ts';
import { agreeInNumber, isParticiple, isPlural } from './word-forms.ts';

interface Context {
  readonly earlier: string;
  readonly frame: QuestionFrame;
  readonly referents: Referents;
}

const about =
  /^(?:(?:and|but|so|ok|okay|then|also)\b[\s,]*)*(?:(?:what|how) about|what of|(?:the )?same (?:question )?(?:for|with)|(?:does|is) the same (?:true|apply|hold|go) (?:of|for|to|with))\s+(.+)$/i;
const also = /^(?:(?:and|or|also)\b[\s,]*)+(.+)$/i;
const whatIf = /^(?:(?:and|but|so)\b[\s,]*)*what ((?:if|when)\s.+)$/i;
/** Said alone it can only go on with what was asked: `for dates?`. */
const bareTail = /^(?:for|in|inside|on|with|without|outside|from|during|under|via|by|as)\s/i;
/** Words around a tail that only say it is meant so: `only in tests please`, `those in src`. */
const around =
  /^(?:(?:and|but|ok|okay|now)\b[\s,]*)*(?:(?:only|just|rather)\s+)?(?:(?:those|these|the ones|ones)\s+)?(?=(?:in|inside|outside|from|under|without)\s)|,?\s+(?:please|only|instead)$/gi;
const questionWords =
  /^(?:how|where|when|why|what|which|who|whose|is|are|was|were|does|do|did|can|could|should|will|would|has|have|show|explain|describe|list|find|tell|give|i|we|you|it|they|this|that|there|please)$/;
/** Words of a fragment after "and"; a longer one says enough of its own. */
const longestFragment = 8;

export function retargetQuestion(question: string, context: Context): Completed | undefined {
  const found = fragmentOf(
    question
      .trim()
      .replace(/[\s?.!]+$/, '')
      .replace(around, ''),
  );
  if (found === undefined) return undefined;
  const fragment = found.replace(around, '');
  const first = tokenizeQuestion(fragment)[0]?.lower ?? '';
  if ((prepositions.has(first) || first === 'outside') && first !== 'using')
    return withMore(fragment, first, context);
  return (
    otherPredicate(fragment, context) ??
    completeFragment(fragment, context) ??
    ofAnother(ofWhich(fragment, context.referents), context)
  );
}

function fragmentOf(text: string): string | undefined {
  const named = (about.exec(text) ?? whatIf.exec(text))?.[1];
  if (named !== undefined) return named;
  const rest = also.exec(text)?.[1] ?? (bareTail.test(text) ? text : undefined);
  if (rest === undefined) return undefined;
  const tokens = tokenizeQuestion(rest);
  if (bareTail.test(text) && tokens.some((token) => questionWords.test(token.lower))) return undefined;
  return tokens.length <= longestFragment && !questionWords.test(tokens[0]?.lower ?? '') ? rest : undefined;
}

/** `How are sessions signed?` and `and in the client?`: what it ends in is replaced where it begins alike. */
function withMore(fragment: string, first: string, { earlier, referents }: Context): Completed | undefined {
  const whole = earlier.trim().replace(/[\s?.!]+$/, '');
  if (whole === '') return undefined;
  const tokens = tokenizeQuestion(whole);
  const last = tokens.findLastIndex((token, index) => index > 1 && token.lower === first);
  // Of a definition in a file, "in tests" says where to look and not which it is.
  const isOther = /^in (?:the )?tests$/i.test(fragment) && tokens[last + 1]?.kind === 'code';
  const same = isOther ? -1 : last;
  const kept = same < 0 ? whole : whole.slice(0, tokens[same]?.start).trim();
  const carried = referents.one === undefined ? kept : stripBackticks(referents.one);
  return { text: `${kept} ${fragment}?`, carried: [carried] };
}

function ofAnother(fragment: string, { earlier, frame, referents }: Context): Completed | undefined {
  const swapped = otherName(fragment, earlier) ?? otherSubject(fragment, frame);
  const asked = tokenizeQuestion(earlier)[0]?.text ?? '';
  const kept = [withoutSubject(frame), frame.opening, asked].find((words) => words !== '');
  if (swapped !== undefined && kept !== undefined) return { text: swapped, carried: [kept] };
  const topic = referents.many ?? referents.one;
  if (topic === undefined || fragment.toLowerCase().includes(stripBackticks(topic).toLowerCase()))
    return undefined;
  const place = topic.isCode ? 'in' : 'for';
  return {
    text: `How ${agreeInNumber('does', isPlural(fragment))} ${fragment} work ${place} ${topic.text}?`,
    carried: [stripBackticks(topic)],
  };
}

function withoutSubject({ predicate, rest }: QuestionFrame): string {
  return [predicate, rest].filter((part) => part !== '').join(' ');
}

/** One name, written as code or with a capital, takes the place of the only other. */
function otherName(fragment: string, earlier: string): string | undefined {
  const given = tokenizeQuestion(fragment).filter((token) => !/^(?:the|a|an)$/.test(token.lower));
  const names = tokenizeQuestion(earlier).filter((token, index) => index > 0 && isName(token));
  const [name] = names;
  const [other] = given;
  if (given.length !== 1 || other === undefined || !isName(other) || names.length !== 1 || name === undefined)
    return undefined;
  return `${earlier.slice(0, name.start)}${other.text}${earlier.slice(name.end)}`;
}

function isName(token: QuestionToken): boolean {
  return /^\p{Lu}/u.test(token.text) || (token.kind === 'code' && !/^["“]/.test(token.text));
}

/** The subject gives way where the rest can be said of anything: `are … signed`, `does … work`, `what is …`. */
function otherSubject(fragment: string, frame: QuestionFrame): string | undefined {
  const { kind, opening, auxiliary, subject, predicate, rest, isPersonal } = frame;
  if (kind === 'order') return ofTail(subject, fragment, (about) => `${opening} ${about}.`);
  if (kind !== 'inverted' || isPersonal) return undefined;
  const isOfAnything =
    predicate === '' ||
    isParticiple(predicate) ||
    rest === '' ||
    /^what/i.test(opening) ||
    headOf(fragment).toLowerCase() === headOf(subject).toLowerCase();
  if (!isOfAnything || (isProcess(fragment) && !isProcess(subject))) return undefined;
  return ofTail(
    subject,
    fragment,
    (about, plural) =>
      `${[opening, agreeInNumber(auxiliary, plural), about, predicate, rest].filter((part) => part !== '').join(' ')}?`,
  );
}

/** `and popped?` after `How is the context pushed?`: the same done otherwise. */
function otherPredicate(fragment: string, { frame }: Context): Completed | undefined {
  const { kind, opening, auxiliary, subject, predicate, rest } = frame;
  if (!isParticiple(fragment) || kind !== 'inverted' || subject === '') return undefined;
  const [got = '', ...tail] = rest.split(' ');
  const said =
    predicate === 'get' && isParticiple(got)
      ? [opening, auxiliary, subject, predicate, fragment, ...tail]
      : [opening, auxiliary, subject, fragment];
  if (predicate !== 'get' && !isParticiple(predicate)) return undefined;
  return { text: `${said.join(' ')}?`, carried: [subject.replace(/^`|`$/g, '')] };
}

/** `nested ones` of what was spoken of, `the async version` of it. */
function ofWhich(fragment: string, { one, many }: Referents): string {
  const about = many ?? one;
  if (about === undefined) return fragment;
  const named = about.text.replace(/^(?:the|an?) /, '');
  if (/\s(?:version|variant|counterpart|equivalent)s?$/i.test(fragment))
    return `${fragment} of ${about.text}`;
  if (!/\sones?$/i.test(fragment)) return fragment;
  return about.isCode
    ? fragment.replace(/one(s?)$/i, `version$1 of ${about.text}`)
    : fragment.replace(/ones?$/i, fragment.toLowerCase().endsWith('ones') ? named : headOf(named));
}

/** The last word of what is named, before what is said of it: `adapter` of `fetch adapter for requests`. */
function headOf(phrase: string): string {
  const tokens = tokenizeQuestion(phrase);
  const end = tokens.findIndex((token, index) => index > 0 && prepositions.has(token.lower));
  return (end < 0 ? tokens.at(-1) : tokens[end - 1])?.text ?? phrase;
}

/** Something done, of which the same cannot be asked as of the thing it is done to. */
function isProcess(phrase: string): boolean {
  return /(?:[a-z]{3}ing|tion|sion|ment|ance|ence|ity|ency|removal|expiry|recovery|retry|retries|rollback|cleanup)$/i.test(
    phrase,
  );
}

/** `the tests of the parser` and `the scanner` make `the tests of the scanner`. */
function ofTail(subject: string, fragment: string, said: (about: string, plural: boolean) => string): string {
  const related =
    /^((?:the |its )?(?:unit )?(?:tests?|callers?|parameters|arguments|return (?:value|type)|signature|methods|fields|definition|documentation|purpose|code|default|type|examples?|implementation) (?:of|for) ).+$/i.exec(
      subject,
    )?.[1];
  return related === undefined
    ? said(fragment, isPlural(fragment))
    : said(`${related}${fragment}`, isPlural(related));
}
