/** Raises in each language, from text written for this test. Strings, comments and other uses of the words are no raises. */
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { findRaises } from '../../../../worker/ingestion/raises/find-raises.ts';
import { meansName } from '../../../../worker/ingestion/raises/raised-names.ts';

const parser = createTreeSitterParser();

interface Expected {
  /** Lines that raise anything. */
  readonly all: readonly number[];
  /** Lines that raise each error. */
  readonly named: Readonly<Record<string, readonly number[]>>;
}

const samples: readonly (readonly [language: string, text: string, expected: Expected])[] = [
  [
    'python',
    `def load(path):
    """Never use raise Missing here."""
    if not path:
        raise Missing(path)  # raise Other
    try:
        return read(path)
    except OSError as error:
        raise errors.Missing("raise Broken") from error
    raise (
        Broken
    )

def again(flag):
    log("raise Missing")
    raise Missing() if flag else Broken.at(flag)
    raise
`,
    {
      all: [4, 8, 9, 15, 16],
      named: { Missing: [4, 8, 15], 'errors.Missing': [8], Broken: [9, 15], Other: [] },
    },
  ],
  [
    'typescript',
    `export function load(path?: string): string {
  if (path === undefined) throw new Missing('throw new Broken()');
  // throw new Missing()
  const fail = (): never => { throw new errors.Missing<string>(\`a \${path}\`); };
  if (path === '') throw path ? new Broken(path) : new Missing(path);
  try { return read(path); } catch (error) { throw error; }
}
`,
    { all: [2, 4, 5, 6], named: { Missing: [2, 4, 5], Broken: [5] } },
  ],
  [
    'java',
    `class Loader {
  String load(String path) throws Missing {
    if (path == null) throw new Missing("throw new Broken");
    if (path.isEmpty()) { throw new com.acme.Broken(path); }
    throw failure;
  }
}
`,
    { all: [3, 4, 5], named: { Missing: [3], Broken: [4] } },
  ],
  [
    'csharp',
    `class Loader {
  string Load(string path) {
    var name = path ?? throw new Missing(nameof(path));
    if (name == "") throw new Acme.Broken(name);
    try { return Read(name); } catch (Missing) { throw; }
  }
}
`,
    { all: [3, 4, 5], named: { Missing: [3], Broken: [4] } },
  ],
  [
    'php',
    `<?php
function load(?string $path): string {
    $name = $path ?? throw new \\Acme\\Missing('throw new Broken');
    if ($name === '') { throw Broken::at($name); }
    throw $failure;
}
`,
    { all: [3, 4, 5], named: { Missing: [3], Broken: [4] } },
  ],
  [
    'ruby',
    `def load(path)
  raise Missing if path.nil?
  raise Acme::Broken, "raise Missing" if path.empty?
  fail Missing.new(path) unless exist?(path)
  logger.raise(path)
  raise
end
`,
    { all: [2, 3, 4, 6], named: { Missing: [2, 4], Broken: [3] } },
  ],
  [
    'go',
    `package load

func Load(path string) (string, error) {
	if path == "" {
		return "", ErrMissing
	}
	if errors.Is(check(path), ErrMissing) {
		return "", fmt.Errorf("load %s: %w", path, ErrBroken)
	}
	if path == "/" {
		panic(ErrBroken)
	}
	ok := func() bool { return path == ErrMissing.Error() }
	return read(path), &NotFound{Path: path}
}
`,
    { all: [11], named: { ErrMissing: [5], ErrBroken: [8, 11], NotFound: [14] } },
  ],
  [
    'rust',
    `fn load(path: &str) -> Result<String, Error> {
    if path.is_empty() {
        return Err(Error::Missing);
    }
    let text = read(path).map_err(Error::Broken)?;
    match check(&text) {
        Err(Error::Missing) => panic!("Err(Broken)"),
        _ => find(&text).ok_or(Error::Missing),
    }
}
`,
    { all: [3, 7], named: { Missing: [3, 8], Broken: [5], Error: [3, 5, 8] } },
  ],
  [
    'cpp',
    `void load(const std::string& path) {
  if (path.empty()) throw std::invalid_argument("throw Missing");
  if (path == "/") throw Missing{path};
  try { read(path); } catch (...) { throw; }
}
`,
    { all: [2, 3, 4], named: { invalid_argument: [2], Missing: [3] } },
  ],
];

describe.each(samples)('%s', (language, text, { all, named }) => {
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  const sitesIn = async () => {
    const tree = await parser.parse(text, language);
    if (tree === undefined) return expect.fail('not parsed');
    const sites = findRaises(text, language, tree);
    tree.dispose();
    return sites;
  };

  it('finds every raise', async () => {
    const sites = await sitesIn();
    expect(sites.filter(({ needsName }) => !needsName).map(({ start }) => lineOf(start))).toEqual(all);
  });

  it.each(Object.entries(named))('finds where %s is raised', async (name, lines) => {
    const sites = await sitesIn();
    const found = sites.filter((site) => site.names.some((raised) => meansName(raised, name)));
    expect(found.map(({ start }) => lineOf(start))).toEqual(lines);
  });
});

it('does not take a method that the file defines for the built-in one', async () => {
  const text = 'def fail(status)\n  [status]\nend\n\ndef serve\n  fail 404\n  raise Missing\nend\n';
  const tree = await parser.parse(text, 'ruby');
  if (tree === undefined) return expect.fail('not parsed');
  expect(findRaises(text, 'ruby', tree).map(({ start }) => text.slice(start, start + 13))).toEqual([
    'raise Missing',
  ]);
  tree.dispose();
});
