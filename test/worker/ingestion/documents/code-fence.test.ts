/** Opening lines of code samples in the notations of documentation generators. */
import { expect, it } from 'vitest';
import { parseFenceInfo } from '../../../../worker/ingestion/documents/code-fence.ts';

it.each([
  ['', '', { language: undefined, fileName: undefined, switcher: false }],
  ['ts', '', { language: 'ts', fileName: undefined, switcher: false }],
  ['ts title="a b.ts"', '', { language: 'ts', fileName: 'a b.ts', switcher: false }],
  ["js filename='app/page.js' switcher", '', { language: 'js', fileName: 'app/page.js', switcher: true }],
  ['js filename=a.js {1,3}', '', { language: 'js', fileName: 'a.js', switcher: false }],
  ['python [wait.py]', '', { language: 'python', fileName: 'wait.py', switcher: false }],
  ['rust,ignore', '', { language: 'rust', fileName: undefined, switcher: false }],
  ['{.python .numberLines}', '', { language: 'python', fileName: undefined, switcher: false }],
  ['C++', '', { language: 'c++', fileName: undefined, switcher: false }],
  ['title="x.sh"', '', { language: undefined, fileName: 'x.sh', switcher: false }],
  ['yaml:config/app.yml', '', { language: 'yaml', fileName: 'config/app.yml', switcher: false }],
  ['ruby', '{% code title="wait.rb" %}', { language: 'ruby', fileName: 'wait.rb', switcher: false }],
  ['ruby', 'See the file title="x.rb"', { language: 'ruby', fileName: undefined, switcher: false }],
])('parses %j after the line %j', (info, above, expected) =>
  expect(parseFenceInfo(info, above)).toEqual(expected),
);
