import { array, assert, constantFrom, oneof, property, string, stringMatching, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { readSource } from '../../../../worker/core/repositories/read-source.ts';

const whole = {
  kind: 'github',
  owner: 'acme',
  name: 'tool',
  ref: undefined,
  subdirectory: undefined,
  refAndPath: undefined,
  pathKind: undefined,
} as const;

function errorMessage(text: string): string {
  try {
    readSource(text);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'source_invalid') return thrown.message;
    throw thrown;
  }
  throw new Error(`${JSON.stringify(text)} was accepted`);
}

describe('readSource reads a repository', () => {
  it.each([
    'acme/tool',
    ' acme/tool ',
    'acme/tool/',
    'acme/tool.git',
    'acme/tool#12',
    '“acme/tool”',
    '`acme/tool`',
    'acme\u200b/tool\ufeff',
    'github:acme/tool',
    'https://github.com/acme/tool',
    'http://www.github.com/acme/tool/',
    'HTTPS://GitHub.COM/acme/tool.git',
    '//github.com/acme/tool',
    'github.com/acme/tool',
    'www.github.com/acme/tool?tab=readme-ov-file#readme',
    '<https://github.com/acme/tool>',
    '[the tool](https://github.com/acme/tool)',
    'https://github.com/acme/tool.',
    'https://token:secret@github.com/acme/tool.git',
    'https://github.com/%61cme/tool',
    'git@github.com:acme/tool.git',
    'ssh://git@github.com/acme/tool.git',
    'ssh://git@ssh.github.com:443/acme/tool.git',
    'ssh://git@github.com:acme/tool.git',
    'git://github.com/acme/tool.git',
    'git+https://github.com/acme/tool.git',
    'git+ssh://git@github.com/acme/tool.git',
    'git clone https://github.com/acme/tool.git',
    '$ git clone --depth 1 git@github.com:acme/tool.git here',
    'gh repo clone acme/tool',
    'https://github.com/acme/tool/pull/12',
    'https://github.com/acme/tool/pull/12/files',
    'https://github.com/acme/tool/issues/12#issuecomment-1',
    'https://github.com/acme/tool/wiki',
    'https://github.com/acme/tool/releases',
    'https://github.com/acme/tool/compare/main...other:branch',
    'https://api.github.com/repos/acme/tool',
    'acme/tool@HEAD',
    'git clone -b HEAD https://github.com/acme/tool',
    'https://github.com/acme/tool/tree/HEAD',
    'https://github.com/acme/tool/blob/HEAD/README.md',
    'https://raw.githubusercontent.com/acme/tool/HEAD/src/a.py',
    'https://github.com/acme/tool#readme',
    'https://github.com/acme/tool.git#readme',
    'git+https://github.com/acme/tool.git#readme',
    'https://api.github.com/repos/acme/tool/contents',
    'https://api.github.com/repos/acme/tool/contents/README.md',
    'git+https://github.com/acme/tool.git#egg=tool',
    'pip install git+https://github.com/acme/tool.git',
    'npm install --save github:acme/tool',
  ])('%s', (text) => {
    expect(readSource(text)).toEqual(whole);
  });
});

describe('readSource reads a ref', () => {
  it.each([
    ['acme/tool@v1.2', 'v1.2'],
    ['acme/tool#develop', 'develop'],
    ['acme/tool@feature/x', 'feature/x'],
    ['github:acme/tool#v1', 'v1'],
    ['https://github.com/acme/tool@v1', 'v1'],
    ['https://github.com/acme/tool@feature/x', 'feature/x'],
    ['git+https://github.com/acme/tool.git#v2', 'v2'],
    ['https://github.com/acme/tool.git#feature/x', 'feature/x'],
    ['git+https://github.com/acme/tool.git@v1#egg=tool[all]', 'v1'],
    ['git+https://github.com/acme/tool@v1#sha256=00ff', 'v1'],
    ['pip install "tool @ git+https://github.com/acme/tool@v1"', 'v1'],
    ['$ python3 -m pip install -U git+ssh://git@github.com/acme/tool.git@v1', 'v1'],
    ["uv add 'git+https://github.com/acme/tool@v1'", 'v1'],
    ['https://api.github.com/repos/acme/tool/contents/src/a.py?ref=develop', 'develop'],
    ['git clone -b v3 https://github.com/acme/tool', 'v3'],
    ['git clone https://github.com/acme/tool --branch=v3', 'v3'],
    ['https://github.com/acme/tool/tree/main', 'main'],
    ['https://github.com/acme/tool/tree/feature%2Fx', 'feature/x'],
    [
      'https://github.com/acme/tool/commit/0123456789abcdef0123456789abcdef01234567.patch',
      '0123456789abcdef0123456789abcdef01234567',
    ],
    ['https://github.com/acme/tool/commits/main', 'main'],
    ['https://github.com/acme/tool/compare/v1...v2', 'v2'],
    ['https://github.com/acme/tool/pull/1/commits/0123abcd', '0123abcd'],
    ['https://github.com/acme/tool/releases/tag/v1.0', 'v1.0'],
    ['https://github.com/acme/tool/releases/download/v1.0/tool.exe', 'v1.0'],
    ['https://github.com/acme/tool/archive/refs/tags/v1.zip', 'v1'],
    ['https://github.com/acme/tool/archive/refs/heads/main.tar.gz', 'main'],
    ['https://codeload.github.com/acme/tool/tar.gz/refs/tags/v1', 'v1'],
    ['https://codeload.github.com/acme/tool/zip/main', 'main'],
    ['https://api.github.com/repos/acme/tool/tarball/v1', 'v1'],
    ['https://raw.githubusercontent.com/acme/tool/main', 'main'],
  ])('%s', (text, ref) => {
    expect(readSource(text)).toEqual({ ...whole, ref });
  });

  it.each([
    ['https://github.com/acme/tool/tree/main/src/core', 'main/src/core', 'folder'],
    ['https://github.com/acme/tool/blob/main/src/a.py#L1-L9', 'main/src/a.py', 'file'],
    ['https://github.com/acme/tool/blame/v1/a%20b.py', 'v1/a b.py', 'file'],
    ['https://raw.githubusercontent.com/acme/tool/main/a.py', 'main/a.py', 'file'],
    ['https://raw.github.com/acme/tool/main/a.py', 'main/a.py', 'file'],
    ['https://raw.githubusercontent.com/acme/tool/refs/heads/main/a.py', 'main/a.py', 'file'],
  ] as const)('does not split ref and path of %s', (text, refAndPath, pathKind) => {
    expect(readSource(text)).toEqual({ ...whole, refAndPath, pathKind });
  });
});

describe('readSource reads a folder', () => {
  it.each([
    ['https://github.com/acme/tool/tree/HEAD/packages/core', undefined, 'packages/core'],
    ['https://api.github.com/repos/acme/tool/contents/src?ref=develop', 'develop', 'src'],
    ['https://api.github.com/repos/acme/tool/contents/docs/v1.2', undefined, 'docs/v1.2'],
    ['https://api.github.com/repos/acme/tool/contents/.github', undefined, '.github'],
    ['git+https://github.com/acme/tool@v1#subdirectory=packages/core', 'v1', 'packages/core'],
    ['git+https://github.com/acme/tool.git#egg=core&subdirectory=pkg%20a', undefined, 'pkg a'],
    ['pip install "git+https://github.com/acme/tool#subdirectory=core&egg=x"', undefined, 'core'],
  ])('%s', (text, ref, subdirectory) => {
    expect(readSource(text)).toEqual({ ...whole, ref, subdirectory });
  });
});

describe('readSource reads a site', () => {
  it.each([
    ['https://docs.example.org/guide/#top', 'https://docs.example.org/guide/'],
    ['http://EXAMPLE.org', 'http://example.org/'],
    ['<https://acme.github.io/tool/>', 'https://acme.github.io/tool/'],
  ])('%s', (text, start) => {
    expect(readSource(text)).toEqual({ kind: 'web', start });
  });
});

describe('readSource rejects', () => {
  it.each([
    ['', /empty/],
    ['   \u200b ', /empty/],
    ['tool', /neither/],
    ['how does it work?', /neither/],
    ['acme/tool/src', /subdirectory.*github\.com\/acme\/tool\/tree/],
    ['acme_/to ol', /neither/],
    ['docs.example.org/guide', /add https:\/\/ before it.*mean https:\/\/docs\.example\.org\/guide\?/],
    ['docs.example.org', /add https:\/\/ before it.*mean https:\/\/docs\.example\.org\?/],
    ['127.0.0.1:9131', /add http:\/\/ before it.*mean http:\/\/127\.0\.0\.1:9131\?/],
    ['localhost:9131/docs', /mean http:\/\/localhost:9131\/docs\?/],
    ['htps://docs.example.org/3/', /typo of https:.*mean https:\/\/docs\.example\.org\/3\/\?/],
    ['https//docs.example.org', /typo.*mean https:\/\/docs\.example\.org\?/],
    ['ftp://docs.example.org/', /begins with ftp:, which is not supported/],
    ['gihub.com/acme/tool', /mean github\.com\/acme\/tool\?/],
    ['git@gihub.com:acme/tool.git', /mean github\.com\/acme\/tool\?/],
    ['./tool', /wherefore index/],
    ['~/code/tool', /wherefore index/],
    ['C:\\code\\tool', /wherefore index/],
    ['file:///home/tool', /file:/],
    ['https://gist.github.com/acme/0123', /gist/],
    ['https://gitlab.com/acme/tool', /gitlab\.com.*wherefore index.*archive/],
    ['git@bitbucket.org:acme/tool.git', /bitbucket\.org/],
    ['codeberg.org/acme/tool', /codeberg\.org/],
    ['https://git.example.org/acme/tool.git', /git\.example\.org/],
    ['https://github.com/acme', /owner/],
    ['https://github.com/', /names no repository/],
    ['https://github.com/topics/python', /GitHub’s own pages/],
    ['https://github.com/acme/..%2Fx', /cannot be/],
    ['acme/..', /cannot be/],
    ['-acme/tool', /cannot be an owner/],
    ['acme/tool@', /empty/],
    ['acme/tool@a..b', /not a valid git ref/],
    ['acme/tool#semver:^1.0', /range/],
    ['pip install requests', /neither/],
    ['https://github.com/acme/tool/tree/%ZZ', /percent/],
    ['https://me:hidden@docs.example.org/', /password/],
    ['x'.repeat(3_000), /3000 characters/],
  ])('%j', (text, message) => {
    expect(errorMessage(text)).toMatch(message);
  });

  it('an address without repeating its password', () => {
    for (const text of [
      'https://me:hidden@gitlab.com/a/b',
      'me:hidden@gitlab.com:a/b',
      'ftp://me:hidden@x.org/',
      'htps://me:hidden@x.org/',
      'https//me:hidden@x.org/',
      'https://me:hidden@[bad',
    ])
      expect(errorMessage(text)).not.toContain('hidden');
  });
});

const ownerName = tuple(
  stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,20}$/).filter(
    (owner) =>
      !/^(?:about|apps|blog|gist|new|orgs|search|site|team|users|join|mine|login|stars|events|issues|pulls|topics)$/i.test(
        owner,
      ),
  ),
  stringMatching(/^[A-Za-z0-9][\w-]{0,20}$/),
);
const branch = stringMatching(/^[a-z][a-z0-9-]{0,9}(?:\/[a-z0-9-]{1,9})?$/);

describe('properties', () => {
  it('reads any text or rejects it with source_invalid', () => {
    const pieces = constantFrom(
      'https://',
      'github.com',
      '/',
      'acme',
      '@',
      '#',
      ':',
      '%',
      '..',
      ' ',
      'git clone ',
      '<',
      '\u200b',
      '\\',
      '?',
      '.git',
      'tree',
    );
    assert(
      property(
        oneof(
          string(),
          array(pieces, { maxLength: 12 }).map((all) => all.join('')),
        ),
        (text) => {
          try {
            const read = readSource(text);
            if (read.kind === 'github') expect(`${read.owner}/${read.name}`).toMatch(/^[\w-]+\/[\w.-]+$/);
            else expect(new URL(read.start).protocol).toMatch(/^https?:$/);
          } catch (thrown) {
            expect(thrown).toMatchObject({ code: 'source_invalid' });
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('reads the same repository from every form of a source', () => {
    assert(
      property(ownerName, branch, ([owner, name], ref) => {
        const fullName = `${owner}/${name}`;
        const expected = { ...whole, owner, name, ref };
        for (const text of [
          `${fullName}@${ref}`,
          `git+https://github.com/${fullName}.git#${ref}`,
          `https://github.com/${fullName}/releases/tag/${ref}`,
          `https://github.com/${fullName}/archive/refs/tags/${ref}.zip`,
          `git clone -b ${ref} git@github.com:${fullName}.git`,
        ])
          expect(readSource(text)).toEqual(expected);
      }),
    );
  });
});

describe('a secret in an address', () => {
  it.each([
    'https://ann:hunter2@gitlab.com/acme/tool',
    'https:/ann:hunter2@gitlab.com/acme/tool',
    'https://hunter2@gitlab.com/acme/tool',
    'ann:hunter2@gitlab.com:acme/tool',
    'ftp:/ann:hunter2@acme.dev/tool',
  ])('does not appear in the error for %s', (text) => {
    expect(() => readSource(text)).toThrow(AppError);
    expect(() => readSource(text)).not.toThrow(/hunter2/);
  });

  it('is not confused with a ref after a name', () => {
    expect(() => readSource('acme/to ol@v1')).toThrow(/@v1/);
  });
});
