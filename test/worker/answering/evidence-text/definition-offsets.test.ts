/** Definitions are found in all supported languages. */
import { describe, expect, it } from 'vitest';
import { findDefinitionOffsets } from '../../../../worker/answering/evidence-text/definition-offsets.ts';

describe('finds the one definition of a name', () => {
  it.each([
    [
      'TypeScript',
      'export function one(\n  a: A,\n): B {\n  inside();\n}\n\nfunction other() {\n  outside();\n}\n',
    ],
    ['an arrow', 'const one = ({ a }: A): B => inside(a);\nconst other = () => outside();\n'],
    [
      'destructured parameters',
      'function one({\n  a,\n}: A) {\n  inside();\n}\nfunction other() {\n  outside();\n}\n',
    ],
    ['a method', '  async one(a = {}) {\n    inside();\n  }\n\n  other() {\n    outside();\n  }\n'],
    [
      'a prototype',
      'One.prototype.one = function (a) {\n  inside();\n};\nOne.prototype.other = function () {\n  outside();\n};\n',
    ],
    [
      'Python',
      'def one(\n    a,\n):\n    """Text\nat the edge.\n    """\n    inside()\n\ndef other():\n    outside()\n',
    ],
    ['Go', 'func (s *One) one(a int) (int, error) {\n\tinside()\n}\n\nfunc other() {\n\toutside()\n}\n'],
    [
      'Rust',
      'pub fn one<T>(a: T) -> B\nwhere\n    T: C,\n{\n    inside();\n}\n\nfn other() {\n    outside();\n}\n',
    ],
    [
      'C',
      'static char *one(int a)\n{\n#ifdef A\n  inside();\n#endif\nlabel:\n  return 0;\n}\n\nint other(void)\n{\n  outside();\n}\n',
    ],
    ['Ruby', 'def self.one(a)\n  inside\nrescue\n  nil\nend\n\ndef other\n  outside\nend\n'],
    [
      'Java',
      '    public List<B> one(A a) throws E {\n        inside();\n    }\n\n    public B other() {\n        outside();\n    }\n',
    ],
    [
      'a multi-line string without indentation',
      'function one() {\n  const a = `\nat the edge\n`;\n  inside();\n}\n\nfunction other() {\n  outside();\n}\n',
    ],
  ])('%s', (_, text) => {
    const offsets = findDefinitionOffsets(text, 'one');
    expect(offsets.map((at) => text.slice(at, at + 3))).toEqual(['one']);
  });
});

it.each([
  ['a call', 'one(a);\n\nif (b) {\n}\n'],
  ['a call in a condition', 'if (one(a)) {\n}\n'],
  ['a mention in a comment', '// The function one() is elsewhere.\n'],
  ['a longer name', 'function oneMore() {\n}\n'],
])('finds no definition in %s', (_, text) => {
  expect(findDefinitionOffsets(text, 'one')).toEqual([]);
});

it('reads overlong lines in linear time', () => {
  for (const text of [
    'one '.repeat(40_000),
    'one('.repeat(40_000),
    `one${'('.repeat(160_000)}`,
    ' '.repeat(160_000),
  ])
    expect(findDefinitionOffsets(text, 'one').length).toBeLessThan(40_001);
});
