import { describe, expect, it } from 'vitest';
import { formatFileLink, parseFileLink } from '../../../worker/mcp/file-links.ts';

describe('a link to lines', () => {
  it.each([
    ['src/app.ts', 'main', 3, 9],
    ['docs/a page (1).md', undefined, 1, 1],
    ['src/größe#1?.ts', 'v1/β', undefined, undefined],
  ])('leads back to %s', (path, version, startLine, endLine) => {
    const link = formatFileLink('https://code.test', {
      repositoryId: 'abc',
      path,
      version,
      startLine,
      endLine,
    });
    const lines = startLine === undefined ? {} : { startLine, endLine };
    expect(parseFileLink(link)).toEqual({ repositoryId: 'abc', path, version, ...lines });
  });

  it('is also read without its origin, and with one line', () => {
    expect(parseFileLink('/r/abc/files/a.ts#L7')).toMatchObject({ path: 'a.ts', startLine: 7, endLine: 7 });
  });

  it.each([
    'nonsense',
    'https://code.test/r/abc',
    'https://code.test/r/abc/files/',
    '/r/abc/files/%2e%2e/keys',
    '/r/abc/files/..%2f..%2fkeys',
    '/r/%2e%2e/files/keys',
    '/r/a%2fb/files/keys',
    '/r/abc/files/%E0%A4%A',
  ])('is refused as %s', (text) => {
    expect(parseFileLink(text)).toBeUndefined();
  });
});
