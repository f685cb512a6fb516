/** What resolving has to know of each language beside its import system. */

export interface LinkRules {
  /** Languages of one family name each other's definitions. */
  readonly family: string;
  /** Members of the enclosing type are named without a receiver. */
  readonly implicitThis: boolean;
  /** A bare name that is neither defined, imported nor in the package is the language's own. */
  readonly explicitImports: boolean;
  /** An import's path ends in the item it names: `crate.search.Sink`. */
  readonly pathNamesItem: boolean;
  /** Names of the value or type around: `self`. */
  readonly selfNames: ReadonlySet<string>;
  /** Names of what is inherited: `super`. */
  readonly superNames: ReadonlySet<string>;
  /** Methods that constructing runs, by name; `*` is one named as its type. */
  readonly constructors: readonly string[];
  /** What is bound twice in one function is one variable: there are no blocks. */
  readonly functionScoped: boolean;
  /**
   * Where methods of a type may lie beside its own body: in files of its package, where its name leads to it, or where its
   * qualified name is the same, in its namespace or anywhere.
   */
  readonly methodsIn: 'body' | 'package' | 'crate' | 'namespace' | 'anywhere';
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' ').filter((word) => word !== ''));

const plain: LinkRules = {
  family: '',
  implicitThis: false,
  explicitImports: true,
  pathNamesItem: false,
  selfNames: words(''),
  superNames: words(''),
  constructors: [],
  functionScoped: false,
  methodsIn: 'body',
};

const ecmascript: LinkRules = {
  ...plain,
  family: 'ecmascript',
  selfNames: words('this'),
  superNames: words('super super()'),
  constructors: ['constructor'],
};

const cFamily: LinkRules = { ...plain, family: 'c', explicitImports: false };

const rules: Readonly<Record<string, LinkRules>> = {
  python: {
    ...plain,
    family: 'python',
    selfNames: words('self cls Self'),
    superNames: words('super()'),
    constructors: ['__init__', '__new__'],
    functionScoped: true,
  },
  javascript: ecmascript,
  typescript: ecmascript,
  tsx: ecmascript,
  svelte: ecmascript,
  vue: ecmascript,
  go: { ...plain, family: 'go', methodsIn: 'package' },
  rust: { ...plain, family: 'rust', pathNamesItem: true, selfNames: words('self Self'), methodsIn: 'crate' },
  java: {
    ...plain,
    family: 'java',
    implicitThis: true,
    pathNamesItem: true,
    selfNames: words('this'),
    superNames: words('super super()'),
    constructors: ['*'],
  },
  csharp: {
    ...plain,
    family: 'csharp',
    implicitThis: true,
    pathNamesItem: true,
    selfNames: words('this'),
    superNames: words('base super'),
    constructors: ['*'],
    methodsIn: 'namespace',
  },
  php: {
    ...plain,
    family: 'php',
    explicitImports: false,
    pathNamesItem: true,
    selfNames: words('this self static'),
    superNames: words('parent'),
    constructors: ['__construct'],
  },
  ruby: {
    ...plain,
    family: 'ruby',
    implicitThis: true,
    explicitImports: false,
    selfNames: words('self'),
    superNames: words('super super()'),
    constructors: ['initialize'],
    methodsIn: 'anywhere',
  },
  c: cFamily,
  cpp: {
    ...cFamily,
    implicitThis: true,
    selfNames: words('this'),
    constructors: ['*'],
    methodsIn: 'anywhere',
  },
};

/** Languages without a grammar have no references; their rules are never asked for more than the family. */
export function linkRules(language: string): LinkRules {
  return rules[language] ?? { ...plain, family: language };
}

/** What a result type says to mean the type of the value the method was called on. */
export const selfTypes: ReadonlySet<string> = words('Self self this static cls');

/** Types that say nothing: what has one may be anything. */
export const openTypes: ReadonlySet<string> = words(
  'Any any unknown object Object Function interface{} mixed auto var dynamic',
);
