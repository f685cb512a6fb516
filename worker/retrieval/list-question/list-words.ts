/**
 * The vocabulary of exhaustive questions. A question is exhaustive only if every word of it has a meaning here, so a word about anything
 * else makes it another question.
 */

import type { SymbolKind } from '../../core/code/symbol.ts';
import { listTypos } from '../question-class/correct-question-words.ts';

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Words without a meaning of their own: orders, articles, places, and polite words. */
export const neutralWords = words(`
  a again all also altogether am an and any anywhere are as at be been being between both by can code codebase complete could count counts different directly distinct do
  does each else entire enumerate ever every everything everywhere exact exactly exhaustive exist exists explicitly find for from full get
  gets getting give given going got grep has have having here hey hi how i in inside instance instances into is it kindly know let like line lines list listing locate matching match matches
  location locations many may me need my name names named no number numbers occasions of often on once one ones or our out over overall place places please point points
  print program project provide quick repo repository return search see set show single site sites so some somewhere source spot spots statement statements
  such tell than that the their them there these they thing things this those throughout time times to together total tree under below beneath up us use
  used using want was we were what where wherever which whole with within would you your called calls call currently actually actual appear across anything anyone something out looking look
  path paths whose who present occurrence occurrences complete`);
/** A question with one of these asks for something other than a list. */
export const otherQuestions =
  /\b(?:why|when|whether|how come|how (?!many\b|often\b)|what for|instead|rather|not|never|without|except|if|versus|vs|should|would (?:happen|break)|happens?)\b|n't\b/;
/** Something must show that the question asks for a list, a count or places. */
export const listOrder =
  /\b(?:all|every|everything|everywhere|each|list|enumerate|count|how (?:many|often)|number of|total|where|wherever|which|what|find|show|locate|grep|search|places?|spots?|sites?|occurrences?|any(?:thing|where)?|full|complete|give me|print|get|who|statements?)\b/;

export const raiseWords = words(
  'raise raises raised raising throw throws thrown throwing threw panic panics panicked panicking raisers throwers',
);
/** Before the name, these are active: "we throw X". Passive forms may follow it. */
export const activeRaise = /^(?:raises?|raising|throws?|throwing|threw|panics?|panicking)$/;
export const returnWords = words('return returns returned returning');
export const errorWords = words('error errors exception exceptions');
export const occurrenceWords = words(
  'occur occurs occurring occurrence occurrences appear appears appearing appearance appearances mention mentions mentioned mentioning contain contains containing text string word literal phrase grep identifier token comment comments',
);
export const decoratorWords = words(
  'decorated decorator decorators annotated annotation annotations marked tagged attribute attributes derive derives derived deriving carry carries carrying bearing wearing',
);
export const implementWords = words(
  'implement implements implemented implementing implementation implementations implementer implementers implementor implementors extend extends extended extending extension extensions inherit inherits inherited inheriting subclass subclasses subtype subtypes derive derives derived deriving child children satisfy satisfies conform conforms',
);
export const definitionWords = words(
  'definition definitions defined declared declaration declarations define declare',
);
export const fileWords = words('file files filename filenames script scripts document documents');
export const testWords = words('test tests spec specs testing');
export const folderWords = words('folder folders directory directories package packages module dir');
export const under = words('under below in inside within across of beneath');

/** Nouns for kinds of definition. */
export const kindNouns: ReadonlyMap<string, readonly SymbolKind[]> = new Map<string, readonly SymbolKind[]>(
  Object.entries({
    function: ['function', 'method'],
    method: ['method', 'function'],
    class: ['class'],
    classes: ['class'],
    interface: ['interface'],
    trait: ['trait'],
    struct: ['struct'],
    enum: ['enum'],
    macro: ['macro'],
    component: ['component'],
    constant: ['constant'],
    type: ['class', 'enum', 'interface', 'struct', 'trait', 'type'],
  } as const satisfies Record<string, readonly SymbolKind[]>).flatMap(([noun, kinds]) => [
    [noun, kinds] as const,
    [`${noun}s`, kinds] as const,
  ]),
);
/** Kinds that are only about any definition, or that are a class with a decorator. */
export const decoratorNouns: ReadonlyMap<string, string> = new Map([
  ['dataclass', 'dataclass'],
  ['dataclasses', 'dataclass'],
]);
export const modifierWords: ReadonlyMap<string, string> = new Map([
  ['async', 'async'],
  ['abstract', 'abstract'],
  ['static', 'static'],
  ['exported', 'exported'],
  ['public', 'exported'],
  ['unsafe', 'unsafe'],
]);

/** Languages as people write them. */
export const languageWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    python: ['python'],
    typescript: ['typescript', 'tsx'],
    javascript: ['javascript'],
    go: ['go'],
    golang: ['go'],
    rust: ['rust'],
    java: ['java'],
    'c#': ['csharp'],
    php: ['php'],
    ruby: ['ruby'],
    'c++': ['cpp'],
    svelte: ['svelte'],
    vue: ['vue'],
    markdown: ['markdown'],
    yaml: ['yaml'],
    json: ['json'],
    toml: ['toml'],
    sql: ['sql'],
    shell: ['shell'],
    css: ['css'],
    html: ['html'],
    protobuf: ['protobuf'],
    proto: ['protobuf'],
    kotlin: ['kotlin'],
    graphql: ['graphql'],
  }),
);
/** File names that stand for files without the word. */
export const namedFiles: ReadonlyMap<string, string> = new Map([
  ['dockerfile', '**/*Dockerfile*'],
  ['dockerfiles', '**/*Dockerfile*'],
  ['makefile', '**/*akefile*'],
  ['makefiles', '**/*akefile*'],
  ['readme', '**/README*'],
  ['readmes', '**/README*'],
]);

/** Vocabulary in which a typo is corrected. Other words may be names. */
const longWords = [
  ...[neutralWords, raiseWords, occurrenceWords, decoratorWords, implementWords, definitionWords].flatMap(
    (set) => [...set],
  ),
  ...kindNouns.keys(),
].filter((word) => word.length > 4);
const typos: ReadonlyMap<string, string> = new Map(
  longWords.flatMap((word) => listTypos(word).map((typo) => [typo, word] as const)),
);

export function correctListWord(word: string): string {
  return typos.get(word) ?? word;
}
