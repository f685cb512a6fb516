/** Prose of comments and docstrings in every notation. */
import { expect, it } from 'vitest';
import { maxDocumentationLength, stripComment } from '../../../../worker/ingestion/symbols/strip-comment.ts';

it.each([
  ['# one\n# two', 'one\ntwo'],
  ['#: kept for Sphinx', 'kept for Sphinx'],
  ['// one\n//   indented', 'one\n  indented'],
  ['/// outer\n/// doc', 'outer\ndoc'],
  ['//! inner', 'inner'],
  ['/** One line. */', 'One line.'],
  ['/**\n * First.\n *\n * @param a the a\n */', 'First.\n\n@param a the a'],
  ['/*\n   No stars,\n   indented.\n*/', 'No stars,\nindented.'],
  ['"""Doc.\n\n    Indented.\n        More.\n    """', 'Doc.\n\nIndented.\n    More.'],
  ["r'''raw'''", 'raw'],
  ['"""\n    - a list\n    * of two\n    """', '- a list\n* of two'],
  ['=begin\nRuby\n=end', 'Ruby'],
  ['<!-- markup -->', 'markup'],
  ['/// <summary>\n/// A station.\n/// </summary>', 'A station.'],
  ['-- sql', 'sql'],
  ['# crlf\r\n# line', 'crlf\nline'],
  ['//', ''],
  ['/**/', ''],
  ['/**\n * - one\n * - two\n **/', '- one\n- two'],
])('%j becomes %j', (source, expected) => expect(stripComment(source)).toBe(expected));

it('truncates after a whole word and a whole character', () => {
  const words = stripComment(`# ${'word '.repeat(400)}`);
  expect(words.length).toBeLessThanOrEqual(maxDocumentationLength);
  expect(words.endsWith('word')).toBe(true);
  expect(stripComment(`# x${'😀'.repeat(600)}`)).not.toMatch(/\p{Surrogate}/u);
});
