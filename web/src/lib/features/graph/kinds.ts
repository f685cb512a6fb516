/**
 * How kinds of definitions, files and packages are shown: a letter and a shape beside the colour, so that none is told by its
 * colour alone. A kind unknown here is shown by its own name.
 */

/** The colour is that of `--kind-<tone>`. */
export type KindTone = 'file' | 'type' | 'callable' | 'value' | 'package';

interface KindLook {
  readonly letter: string;
  readonly label: string;
  readonly tone: KindTone;
}

const looks: Readonly<Record<string, KindLook>> = {
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

export function lookOf(kind: string): KindLook {
  return looks[kind] ?? { letter: '·', label: kind, tone: 'value' };
}
