/** Defines the name resolution rules of each language. The import systems are in `modules`. */

export interface LinkRules {
  /** Languages of one family can refer to each other's definitions. */
  readonly family: string;
  /** Whether members of the enclosing type need no receiver. */
  readonly hasImplicitThis: boolean;
  /** Whether files import every name explicitly. A bare name that is not defined, imported or in the package is then a built-in. */
  readonly hasExplicitImports: boolean;
  /** Whether an import's path ends with the imported item: `crate.search.Sink`. */
  readonly pathEndsWithItem: boolean;
  /** Names that refer to the current instance or its type: `self`. */
  readonly selfNames: ReadonlySet<string>;
  /** Names that refer to the supertype: `super`. */
  readonly superNames: ReadonlySet<string>;
  /** Names of constructors; `*` is a method with the name of its type. */
  readonly constructors: readonly string[];
  /** Whether a name that is bound twice in one function is one variable, because there is no block scope. */
  readonly isFunctionScoped: boolean;
  /**
   * Where methods of a type may be defined: only in its body, in files of its package, in any module of its crate, or in any file
   * that uses the type's qualified name, either only in its namespace or anywhere.
   */
  readonly methodsIn: 'body' | 'package' | 'crate' | 'namespace' | 'anywhere';
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' ').filter((word) => word !== ''));

const defaultRules: LinkRules = {
  family: '',
  hasImplicitThis: false,
  hasExplicitImports: true,
  pathEndsWithItem: false,
  selfNames: words(''),
  superNames: words(''),
  constructors: [],
  isFunctionScoped: false,
  methodsIn: 'body',
};

const ecmascript: LinkRules = {
  ...defaultRules,
  family: 'ecmascript',
  selfNames: words('this'),
  superNames: words('super super()'),
  constructors: ['constructor'],
};

const cFamily: LinkRules = { ...defaultRules, family: 'c', hasExplicitImports: false };

const rules: Readonly<Record<string, LinkRules>> = {
  python: {
    ...defaultRules,
    family: 'python',
    selfNames: words('self cls Self'),
    superNames: words('super()'),
    constructors: ['__init__', '__new__'],
    isFunctionScoped: true,
  },
  javascript: ecmascript,
  typescript: ecmascript,
  tsx: ecmascript,
  svelte: ecmascript,
  vue: ecmascript,
  go: { ...defaultRules, family: 'go', methodsIn: 'package' },
  rust: {
    ...defaultRules,
    family: 'rust',
    pathEndsWithItem: true,
    selfNames: words('self Self'),
    methodsIn: 'crate',
  },
  java: {
    ...defaultRules,
    family: 'java',
    hasImplicitThis: true,
    pathEndsWithItem: true,
    selfNames: words('this'),
    superNames: words('super super()'),
    constructors: ['*'],
  },
  csharp: {
    ...defaultRules,
    family: 'csharp',
    hasImplicitThis: true,
    pathEndsWithItem: true,
    selfNames: words('this'),
    superNames: words('base super'),
    constructors: ['*'],
    methodsIn: 'namespace',
  },
  php: {
    ...defaultRules,
    family: 'php',
    hasExplicitImports: false,
    pathEndsWithItem: true,
    selfNames: words('this self static'),
    superNames: words('parent'),
    constructors: ['__construct'],
  },
  ruby: {
    ...defaultRules,
    family: 'ruby',
    hasImplicitThis: true,
    hasExplicitImports: false,
    selfNames: words('self'),
    superNames: words('super super()'),
    constructors: ['initialize'],
    methodsIn: 'anywhere',
  },
  c: cFamily,
  cpp: {
    ...cFamily,
    hasImplicitThis: true,
    selfNames: words('this'),
    constructors: ['*'],
    methodsIn: 'anywhere',
  },
};

/** Languages without a grammar have no references, so only their family is used. */
export function linkRules(language: string): LinkRules {
  return rules[language] ?? { ...defaultRules, family: language };
}

/** Return types that refer to the receiver's type. */
export const selfTypes: ReadonlySet<string> = words('Self self this static cls');

/** Types that allow any value. */
export const anyTypes: ReadonlySet<string> = words(
  'Any any unknown object Object Function interface{} mixed auto var dynamic',
);
