/**
 * Word lists for software prose: generic words, synonyms, antonyms and words that introduce a quotation. Claims
 * may use generic words freely, and a synonym if the evidence contains any word of its group.
 */

import { isStopWord, stem } from '../../../core/text/terms.ts';

/** Words that fit any description of code and state nothing specific. */
const genericWords =
  `according able again actual actually already alone along alongside also apart appropriate around aside aspect away back based basic basically become becomes begin
   beginning behaviour behavior belong belongs beside besides briefly bring brings broad carry case cases certain clear clearly code codebase come comes comment comments common comparable
   complete concrete consist consists corresponding course current currently deal deals describe described describes description detail details different directly
   documentation documented docstring does done during easily either end ends enough entire entirely entry especially essentially etc even eventually evidence example exist exists
   expect expected explicitly explicit fact far final finally find finds fine first following follows form full fully further general generally generic give given gives giving go goes going good
   handle handles handled handling happening hence hold holds however implementation implemented implements important include included includes including indicate indicates individual inner inside
   instance instead intended internal internally involved itself job just keep keeps kind know known last later latter lead leads least let lets level lie lies like likewise line lines live lives logic look looks
   main mainly make makes making manner matter maybe mean means meant meanwhile mention mentions merely method methods much name named names namely necessary need needed needs new next normal normally note notes number object objects
   occur occurs old operation order original otherwise outer outside overall part particular particularly parts pass passed passes passing path per perform performed performs place places point possible practice present previous previously
   probably proceed process processing produce produces proper properly provide provided provides purpose put puts quite rather read reads real reason refer refers regular related relevant remain remaining respective respectively responsible rest routine
   routines section see seems sense separate serve serves set several short side similar similarly simple simply single situation snippet some somewhere sort special specific specifically specified stand stands state stated states statement step steps still straight
   such suitable support supported supports take taken takes taking task tell tells term terms thereby therefore thing things though thus time together top total turn turns type typically under
   underlying unit use used user uses using usual usually value values variable various version via want way ways well whatever whenever wherever whether whichever whole within work worked working works contain contains contained delegate delegates delegated hand handed hands bear bears warn warns something anything someone everything words word employ employs employed supply supplied supplies given loop loops iterate iterates reached world write writes written wrong yet
   function functions module class definition definitions file files declared declares defined defines define argument arguments parameter parameters property called call calls calling caller invoke invoked invokes return returns returned
   begins quotes quotation cited speaks speak says say said states puts name`.split(/\s+/);

/** Synonyms: each line is a group of words that can replace each other. A word may be in several groups. A group also contains the code keywords that express it, such as `null`, `throw` and `for`. */
const groups = `
  return returns give hand yield result produce output respond resolve
  throw throws raise error fail failure exception panic reject abort err problem wrong
  loop iterate iteration each for while walk traverse visit foreach map range every cycle next step entry element item
  check checks test verify validate ensure assert examine inspect confirm make sure if is whether guard determine detect
  await async wait promise asynchronous future
  missing absent undefined null none nil unset falsy lack nullish
  empty blank void zero
  without missing
  call invoke run execute apply trigger fire dispatch delegate use perform
  assign set store keep save put write update record remember hold assignment
  delete remove drop clear unset discard erase pop strip omit unlink del purge splice detach
  create make build construct new generate produce form instantiate builder constructor allocate initialise initialize init
  get retrieve fetch obtain read load lookup look acquire access
  add append push insert attach concat extend prepend register plus join
  convert transform turn cast translate map to coerce parse change encode
  copy clone duplicate
  begin start first initial launch open init
  end finish stop last close complete terminate final done
  show display print render present output
  send transmit emit post write dispatch deliver
  find locate search match seek look discover
  contain hold include have has within carry
  parse read interpret analyse analyze decode
  combine merge join concat concatenate together union mix assemble
  split divide separate cut slice part partition
  compare equal same match identical equality differ
  function method routine procedure callback handler fn func def fun closure lambda
  argument parameter arg param args option input
  list array sequence slice vec vector collection series tuple
  map dictionary dict hash record table object lookup
  string text str characters chars
  number numeric int integer float digit num amount count
  option setting config configuration preference configure
  allow permit let enable may can
  prevent avoid stop forbid block keep disallow
  ignore skip disregard omit bypass leave
  replace substitute swap exchange
  specify indicate state declare define say
  need require must necessary demand
  class type struct kind interface
  extend inherit subclass derive super base
  default fallback standard otherwise
  number count length size amount total
  whole entire all complete full
  several multiple many various
  also well too
  match correspond
  transmit send
  build construct make
  begin start
  has must have need
  log print warn report console trace message
  directory folder dir
  cache memoise memoize store remember memo
  increase increment raise grow add
  decrease decrement reduce lower shrink subtract
  wrap enclose surround wrapper decorate
  listener handler subscriber callback observer on
  position index offset place location idx
  current present now
  large big long great huge
  small little short tiny
  fast quick rapid
  before prior previous preceding ahead
  after following next later subsequent
  because since as due reason
  user caller client consumer
  work process handle deal treat operate
  own itself self
  message msg msgs text
  context ctx
  request req
  response res resp reply answer
  environment env
  index idx position
  length len size
  buffer buf
  temporary tmp temp
  source src
  destination dst dest target
  value val
  authentication auth authorization authenticate
  database db
  identifier id name key identity
  maximum max most largest limit highest upper greatest
  minimum min least smallest lowest fewest
  boolean bool flag
  character char letter
  element el elem node item
  millisecond ms millis
  previous prev
  attribute attr
  property prop field member attribute key
  reference ref pointer ptr
  information info
  specification spec
  package pkg
  expression expr
  statement stmt
  pattern regex regexp expression
  synchronous sync
  asynchronous async
  upper uppercase capital
  lower lowercase
  whitespace space blank trim spaces
  valid correct proper legal well
  decide choose select pick determine
  depend rely based
  share common same
  flush empty drain
  reset clear restore initial
  schedule timer timeout delay later defer
  attempt try
  join combine concat
  emit fire trigger event dispatch
  child nested inner sub descendant
  parent outer ancestor enclosing owner
  twice two double second
  once one single only
  sort order arrange
  branch condition if case
  negative minus below less
  positive plus above
  half two
  mark flag tag label set
  register add subscribe
  calculate compute work determine evaluate figure count
  equals same identical
  exist present available there
  lowercase lower
  early immediately straight return soon
  branch else path
  bound limit cap clamp
  unless not if except
  hidden private internal
  receive accept take get given
  treat consider regard count handle
  instance object this self
  throwing throws
  shortcut alias short
  nothing none no void undefined null
  supplied given provided passed
  employ use utilise utilize mean means
  disregard ignore
  work compute determine figure
  routine function
  concern regard affect
  sentence text words
  construct constructor builder`;

const byStem = new Map<string, Set<string>>();
for (const line of groups.trim().split('\n')) {
  const words = line
    .trim()
    .split(/\s+/)
    .flatMap((word) => [word, stem(word)]);
  for (const word of words) {
    const others = byStem.get(word) ?? new Set<string>();
    for (const other of words) others.add(other);
    byStem.set(word, others);
  }
}

/** Returns the word and its synonyms, each with its stem. */
export function findSynonyms(word: string): ReadonlySet<string> {
  return byStem.get(stem(word)) ?? byStem.get(word) ?? new Set([word, stem(word)]);
}

const genericStems = new Set(genericWords.flatMap((word) => [word, stem(word)]));

/** Returns whether the word is too general to be right or wrong about the evidence. */
export function isGenericWord(word: string): boolean {
  return genericStems.has(word) || genericStems.has(stem(word));
}

const opposites = `before after|first last|enable disable|add remove|start end|begin end|begin finish|start stop|start finish|open close|true false|empty full|success failure|succeed fail|allow forbid|allow deny|permit deny|allow prevent|
  allow disallow|greater smaller|greater less|more less|more fewer|larger smaller|bigger smaller|longer shorter|higher lower|minimum maximum|min max|least most|read write|reader writer|input output|in out|client server|request response|public private|
  global local|parent child|ancestor descendant|next previous|next prev|left right|key value|encode decode|encrypt decrypt|compress decompress|increment decrement|increase decrease|grow shrink|include exclude|optional required|same different|
  new old|newer older|newest oldest|push pop|show hide|visible hidden|attach detach|accept reject|ascending descending|absolute relative|mutable immutable|mutable readonly|strict loose|strict lenient|top bottom|serialize deserialize|up down|upper lower|uppercase lowercase|with without|
  inside outside|fast slow|faster slower|quick slow|best worst|sent received|send receive|import export|lock unlock|load unload|source target|source destination|from to|internal external|inner outer|odd even|single multiple|safe unsafe|positive negative|create destroy|create delete|insert delete|
  long short|found missing|present absent|present missing|merge split|join split|asynchronous synchronous|async sync|always never|always rarely|once repeatedly|all none|both neither|any no|if unless|early late|earlier later|begin stop|prepend append|front back|head tail|prefix suffix|
  forward backward|forwards backwards|connect disconnect|mount unmount|subscribe unsubscribe|register unregister|install uninstall|bind unbind|wrap unwrap|pause resume|expand collapse|deep shallow|eager lazy|eagerly lazily|explicit implicit|static dynamic|wide narrow|vertical horizontal|
  row column|width height|get set|getter setter|producer consumer|sender receiver|caller callee|user admin|human machine|compile interpret|array object|string number|integer float|cold hot|pass fail|good bad|better worse|many few|high low|dirty clean|raw cooked|win lose|buy sell|master slave|online offline|primary secondary|major minor|
  equal unequal|equal different|match mismatch|keep discard|keep drop|keep remove|preserve discard|advance retreat|rise fall|ignore respect|ignore honour|ignore honor|throw swallow|throw catch|black white|light dark|signed unsigned|escape unescape|freeze thaw|allocate free|retain release|acquire release|enter leave|enter exit|major minor`;

const oppositesByStem = new Map<string, Set<string>>();
for (const pair of opposites.split('|')) {
  const [a = '', b = ''] = pair.trim().split(/\s+/).map(stem);
  oppositesByStem.set(a, (oppositesByStem.get(a) ?? new Set()).add(b));
  oppositesByStem.set(b, (oppositesByStem.get(b) ?? new Set()).add(a));
}

/** Returns the stems of a word's antonyms, including those formed with a prefix, such as `invalid` for `valid`. */
export function findAntonyms(word: string): readonly string[] {
  const base = stem(word);
  const byPrefix = ['un', 'in', 'im', 'ir', 'dis', 'non', 'de', 'mis'].flatMap((prefix) => [
    stem(`${prefix}${word}`),
    ...(word.startsWith(prefix) && word.length > prefix.length + 3 ? [stem(word.slice(prefix.length))] : []),
  ]);
  return [...(oppositesByStem.get(base) ?? []), ...byPrefix];
}

/** Words that introduce a quotation or a name and state nothing themselves. */
const introducingWords = new Set(
  `added also author alias begin beginning body brought called changed class closed closes code comment commit component constant declared define defined defines document documentation documented edited enum file
   folder function holds interface introduced issue last line lines macro merged message method module moved named names namespace notes opened one opens path property pull read reads release remark request review said say says section shows source
   stands struct symbol text trait type under variable wrote`.split(/\s+/),
);

/** Returns whether the word only introduces a quotation or a name. */
export function isIntroducingWord(word: string): boolean {
  return introducingWords.has(word);
}

export function contentWords(prose: string): readonly string[] {
  const words = new Set(prose.toLowerCase().match(/\p{L}{3,}/gu));
  return [...words].filter((word) => !isStopWord(word) && !introducingWords.has(word));
}
