/** Runs textlint with the glossary on one file. The file's extension decides which parts are prose. */
import { TextlintKernel } from '@textlint/kernel';
import markdownPlugin from '@textlint/textlint-plugin-markdown';
import { extname } from 'node:path';
import terminology from 'textlint-rule-terminology';
import { glossary } from './glossary.ts';
import { sourcePlugin } from './source-plugin.ts';

interface WrongTerm {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Node loads the plugin's CommonJS module, but its types describe the ES module. */
const markdown: typeof markdownPlugin = Reflect.get(markdownPlugin, 'default') ?? markdownPlugin;

const kernel = new TextlintKernel();
const terms = glossary.map(({ avoid, use }) => [avoid, use]);

export async function findWrongTerms(path: string, text: string): Promise<readonly WrongTerm[]> {
  const { messages } = await kernel.lintText(text, {
    filePath: path,
    ext: extname(path),
    plugins: [
      { pluginId: 'markdown', plugin: markdown },
      { pluginId: 'source', plugin: sourcePlugin },
    ],
    rules: [{ ruleId: 'terminology', rule: terminology, options: { defaultTerms: false, terms } }],
  });
  return messages.map(({ loc, message }) => ({ line: loc.start.line, column: loc.start.column, message }));
}
