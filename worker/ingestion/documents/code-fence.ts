/** Parses the opening line of a code sample in the notations of common documentation generators. */

import type { CodeSample } from '../../core/code/chunk.ts';

/** Number of characters of a line that are read. The sample's name is at its start. */
const maxInfoLength = 500;

/**
 * @param info the text after the fence: `ts title="a.ts"`, `js filename=a.js switcher`, `python [a.py]`,
 * `rust,ignore`.
 * @param above the line before the fence, which may contain the file's name: `{% code title="a.rb" %}`.
 */
export function parseFenceInfo(
  info: string,
  above: string,
): Pick<CodeSample, 'language' | 'fileName' | 'switcher'> {
  const text = info.slice(0, maxInfoLength).trim();
  const lineAbove = above.slice(0, maxInfoLength);
  const first = /^\{?\.?([\w#+.-]+)/.exec(text)?.[1];
  const isAttribute = first !== undefined && text.startsWith(`${first}=`);
  return {
    language: isAttribute ? undefined : first?.toLowerCase(),
    fileName:
      findFileName(text) ?? (/^\s*\{%-?\s*code\b/.test(lineAbove) ? findFileName(lineAbove) : undefined),
    switcher: /(?:^|\s)switcher(?:\s|$)/.test(text),
  };
}

function findFileName(text: string): string | undefined {
  const attribute =
    /\b(?:title|filename|fileName|file|name|path)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,}]+))/.exec(text);
  const label = /\[([^[\]\s]{1,200}\.\w{1,20})\]/.exec(text)?.[1];
  return (
    attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? label ?? /^[\w#+-]+:(\S+\.\w+)/.exec(text)?.[1]
  );
}
