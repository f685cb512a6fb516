/** Lists nouns and verbs for each graph relation. `phrasings.ts` combines them into sentences. */

import type { GraphRelation } from '../../core/answers/question.ts';

export interface RelationWords {
  readonly relation: GraphRelation;
  /** Matches every word below. */
  readonly hint: RegExp;
  /** Nouns for things in that relation: `callers`. */
  readonly nouns: string;
  /** Verb forms that follow a subject: `calls`, `call`, `calling`. */
  readonly verbs: string;
  readonly base: string;
  readonly participle: string;
}

/** Relations that point to the subject: "what calls X". */
export const incomingRelationWords: readonly RelationWords[] = [
  {
    relation: 'callers',
    hint: /call|invo|instantiat|construct/i,
    nouns: 'callers?|call[- ]?sites?|calls|invocations?|invokers?|invocation sites?|instantiations?',
    verbs: 'calls?|invokes?|calling|invoking|(?:is|are) (?:calling|invoking)|instantiates?|constructs?',
    base: 'call|invoke|instantiate|construct',
    participle: 'called|invoked|instantiated|constructed',
  },
  {
    relation: 'importers',
    hint: /import/i,
    nouns: 'importers?',
    verbs: 'imports?|importing|(?:is|are) importing',
    base: 'import',
    participle: 'imported',
  },
  {
    relation: 'subclasses',
    hint: /class|type|child|derive|implement|inherit|descend|extend|satisf/i,
    nouns:
      'sub-?class(?:es)?|sub-?types?|child(?:ren)?(?: classes| types)?|derived (?:class(?:es)?|types?)|implement(?:ers?|ors?|ations|ing (?:class(?:es)?|types?))|inheritors?|descendants?|extenders',
    verbs:
      'extends?|extending|implements?|implementing|inherits?(?: from)?|inheriting(?: from)?|sub-?class(?:es|ing)?|derives? from|deriving from|(?:is|are) derived from|satisf(?:y|ies)',
    base: 'extend|implement|inherit(?: from)?|sub-?class|derive from',
    participle: 'extended|sub-?classed|inherited(?: from)?',
  },
  {
    relation: 'references',
    hint: /us(?:e|age|ing)|refer|occurrence|mention|need|render|dead/i,
    nouns: 'usages?|uses|references?|occurrences?|use sites?|usage sites?|places of use',
    verbs:
      'uses?|using|(?:is|are) using|references?|referencing|refers? to|referring to|mentions?|renders?|rendering',
    base: 'use|reference|refer to|need|render|mention',
    participle: 'used|referenced|referred to|mentioned|rendered|unused|dead(?: code)?',
  },
  {
    relation: 'dependents',
    hint: /depend|users|consum|downstream|rel(?:y|ies)|need|requir/i,
    nouns: 'dependents?|dependants?|reverse dependencies|users|consumers|downstream(?: code| dependents)?',
    verbs:
      '(?:depends?|depending|relies|rely|relying) (?:up)?on|(?:is|are) (?:depending on|relying on|dependent on)|consumes?|needs?|requires?|requiring',
    base: 'depend (?:up)?on|rely on|consume|require',
    participle: 'depended (?:up)?on|relied (?:up)?on|consumed',
  },
];

/** Relations that start at the subject: "what does X call". */
export const outgoingRelationWords: readonly RelationWords[] = [
  {
    relation: 'callees',
    hint: /call|invo|delegat|instantiat|construct/i,
    nouns: 'callees?|outgoing calls|calls (?:made|done)',
    verbs: 'calls?|invokes?|(?:is|are) calling',
    base: 'call|invoke|delegate to|instantiate|construct',
    participle: 'called|invoked|instantiated|constructed',
  },
  {
    relation: 'imports',
    hint: /import/i,
    nouns: 'imports|imported (?:modules|files|packages|names)',
    verbs: 'imports?',
    base: 'import',
    participle: 'imported',
  },
  {
    relation: 'dependencies',
    hint: /depend|use|rel(?:y|ies)|refer|need/i,
    nouns: 'dependencies|dependency list',
    verbs: 'uses?|depends? (?:up)?on|relies on|rely on|references?|needs?',
    base: 'use|depend (?:up)?on|rely on|reference|refer to|need',
    participle: 'used|referenced|relied on',
  },
  {
    relation: 'bases',
    hint: /base|class|type|parent|ancestor|extend|implement|inherit|deriv|satisf/i,
    nouns:
      'base(?: class(?:es)?| types?|s)|super-?class(?:es)?|super-?types?|parent(?: class(?:es)?| types?|s)|ancestors?',
    verbs: 'extends?|implements?|inherits?(?: from)?|derives? from|sub-?classes',
    base: 'extend|implement|inherit(?: from)?|sub-?class|derive from|satisfy',
    participle: 'extended|implemented|inherited',
  },
];
