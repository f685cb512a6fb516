/** Describes the kind and the complexity of a node for display. Each kind has a letter in addition to its color. */

/** The color is `--kind-<tone>`. */
export type KindTone = 'file' | 'type' | 'callable' | 'value' | 'package';

interface KindDescription {
  readonly letter: string;
  readonly label: string;
  readonly tone: KindTone;
}

const kindDescriptions: Readonly<Record<string, KindDescription>> = {
  file: { letter: '≡', label: 'file', tone: 'file' },
  heading: { letter: '#', label: 'heading', tone: 'file' },
  package: { letter: '⬡', label: 'package', tone: 'package' },
  module: { letter: 'N', label: 'module', tone: 'package' },
  class: { letter: 'C', label: 'class', tone: 'type' },
  struct: { letter: 'S', label: 'struct', tone: 'type' },
  interface: { letter: 'I', label: 'interface', tone: 'type' },
  trait: { letter: 'R', label: 'trait', tone: 'type' },
  enum: { letter: 'E', label: 'enum', tone: 'type' },
  type: { letter: 'T', label: 'type', tone: 'type' },
  function: { letter: 'ƒ', label: 'function', tone: 'callable' },
  method: { letter: 'm', label: 'method', tone: 'callable' },
  component: { letter: '◇', label: 'component', tone: 'callable' },
  macro: { letter: '!', label: 'macro', tone: 'callable' },
  constant: { letter: 'k', label: 'constant', tone: 'value' },
  property: { letter: 'p', label: 'property', tone: 'value' },
  variable: { letter: 'v', label: 'variable', tone: 'value' },
};

/** An unknown kind is shown by its own name. */
export function describeKind(kind: string): KindDescription {
  return kindDescriptions[kind] ?? { letter: '·', label: kind, tone: 'value' };
}

interface ComplexityDescription {
  readonly level: 'low' | 'raised' | 'high';
  readonly label: string;
}

/**
 * Rates a cyclomatic complexity. McCabe (1976) recommends at most 10, and NIST SP 500-235 confirms that limit. Code above 20 is hard to test.
 */
export function describeComplexity(complexity: number): ComplexityDescription {
  const level = complexity <= 10 ? 'low' : complexity <= 20 ? 'raised' : 'high';
  const suffix = { low: '', raised: ', above 10', high: ', above 20' }[level];
  return { level, label: `Complexity ${complexity}${suffix}` };
}
