/** Word tables for rewording claims: synonyms and contrasting words. They were chosen independently of the word lists that the checks use. */

/** Replacements that keep the meaning. */
export const synonyms: ReadonlyMap<string, string> = table(`
  returns: gives back | return: give back | checks: tests | check: test | removes: deletes | remove: delete | creates: makes | create: make
  creating: making | created: made | gets: retrieves | get: retrieve | sets: assigns | convert: turn | converts: turns | whether: if
  contains: holds | contain: hold | begins: starts | begin: start | starts: begins | ends: finishes | find: locate | finds: locates
  called: invoked | calls: invokes | use: employ | uses: employs | used: employed | using: by means of | must: has to | specify: indicate
  specified: indicated | allows: permits | allow: permit | prevent: keep from | prevents: stops | ensure: make sure | ensures: makes sure
  show: display | shows: displays | sends: transmits | send: transmit | parse: read | parses: reads | store: keep | stores: keeps
  stored: kept | option: setting | options: settings | given: supplied | provided: supplied | list: sequence | current: present
  large: big | small: little | because: since | since: because | also: as well | however: but | therefore: so | needed: required
  required: needed | need: require | build: construct | builds: constructs | builder: constructor | error: failure | errors: failures
  add: append | adds: appends | determine: work out | determines: works out | replace: substitute | replaced: substituted
  handles: deals with | handle: deal with | handling: dealing with | entire: whole | specific: particular | multiple: several
  attempt: try | attempts: tries | ignored: disregarded | ignore: disregard | corresponding: matching | function: routine | output: result`);

/** Replacements that change the meaning. */
export const contrastingWords: ReadonlyMap<string, string> = table(`
  before: after | after: before | first: last | last: first | enable: disable | enabled: disabled | disable: enable | disabled: enabled
  add: remove | adds: removes | remove: add | removes: adds | removed: added | added: removed | start: end | starts: ends | end: start
  begin: end | beginning: end | open: close | opens: closes | close: open | closed: open | true: false | false: true | empty: full
  valid: invalid | invalid: valid | success: failure | successful: failed | allow: forbid | allows: forbids | allowed: forbidden
  greater: smaller | less: more | more: less | larger: smaller | smaller: larger | longer: shorter | shorter: longer | higher: lower
  lower: higher | minimum: maximum | maximum: minimum | min: max | max: min | read: write | reads: writes | write: read | writes: reads
  input: output | output: input | client: server | server: client | request: response | response: request | synchronous: asynchronous
  asynchronous: synchronous | public: private | private: public | global: local | local: global | parent: child | child: parent
  next: previous | previous: next | left: right | right: left | key: value | keys: values | encode: decode | encoded: decoded | decode: encode
  increment: decrement | increase: decrease | include: exclude | includes: excludes | exclude: include | optional: required | required: optional
  same: different | different: same | new: old | old: new | push: pop | show: hide | attach: detach | accept: reject | accepts: rejects
  ascending: descending | absolute: relative | relative: absolute | mutable: immutable | strict: loose | known: unknown | top: bottom
  serialize: deserialize | deserialize: serialize | serializing: deserializing | deserializing: serializing | up: down | upper: lower
  with: without | without: with | unless: if | if: unless | inside: outside | outside: inside | faster: slower | fast: slow | best: worst
  always: rarely | never: always | sent: received | received: sent | import: export | export: import | lock: unlock | load: unload
  explicit: implicit | implicit: explicit | source: target | target: source | internal: external | external: internal | odd: even
  single: multiple | multiple: single | safe: unsafe | unsafe: safe | positive: negative | negative: positive | create: destroy | long: short
  equal: unequal | supported: unsupported | matches: mismatches | found: missing | present: absent | merge: split | joined: split`);

export const contrastingQuantifiers: ReadonlyMap<string, string> = table(`
  all: some | every: hardly any | always: sometimes | never: sometimes | only: not only | some: all | any: no | each: only one
  must: may | may: must | can: must | should: never should | most: few | exactly: at least | once: repeatedly | both: neither
  usually: always | sometimes: always | none: all | no: some | at least: at most | at most: at least`);

export const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Invented sentences in other languages. `%` is replaced by a name. */
export const otherLanguageTemplates = [
  '% löscht sämtliche Benutzerdaten nach dreißig Tagen',
  '% verschlüsselt jede Anfrage mit einem geheimen Schlüssel',
  '% supprime tous les fichiers temporaires au démarrage',
  '% envoie les statistiques au serveur chaque heure',
  '% borra la base de datos al terminar',
  '% guarda la contraseña en texto plano',
  '% 会删除所有用户数据',
  '% はすべてのファイルを暗号化する',
  '% удаляет все временные файлы',
  '% apaga os registos antigos todas as noites',
] as const;

function table(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(/[|\n]/)
      .map((pair) => pair.trim().split(/:\s*/))
      .flatMap(([word, other]) => (word && other ? [[word, other] as const] : [])),
  );
}
