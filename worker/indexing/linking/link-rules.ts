/** Name resolution rules per language, besides its import system. */

export interface LinkRules {
  /** Languages of one family can refer to each other's definitions. */
  readonly family: string;
  /** Whether members of the enclosing type need no receiver. */
  readonly implicitThis: boolean;
  /** Whether a bare name that is neither defined, imported nor in the package belongs to the language. */
  readonly explicitImports: boolean;
  /** Whether an import's path ends with the item it names: `crate.search.Sink`. */
  readonly pathNamesItem: boolean;
  /** Names of the enclosing value or type: `self`. */
  readonly selfNames: ReadonlySet<string>;
  /** Names of the inherited part: `super`. */
  readonly superNames: ReadonlySet<string>;
  /** Names of constructors; `*` is a method with the name of its type. */
  readonly constructors: readonly string[];
  /** Whether a name that is bound twice in one function is one variable, because there is no block scope. */
  readonly functionScoped: boolean;
  /**
   * Where methods of a type may be written: only in its body, in files of its package, in any module of the crate that can name it, or
   * wherever the qualified name is the same, in its namespace or anywhere.
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

/** Languages without a grammar have no references, so only their family is used. */
export function linkRules(language: string): LinkRules {
  return rules[language] ?? { ...plain, family: language };
}

/** Return types that mean the type of the receiver. */
export const selfTypes: ReadonlySet<string> = words('Self self this static cls');

/** Types that allow any value. */
export const openTypes: ReadonlySet<string> = words(
  'Any any unknown object Object Function interface{} mixed auto var dynamic',
);
