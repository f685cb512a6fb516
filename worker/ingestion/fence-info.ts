/** What the line that opens a code sample says of it, in the spellings of the common documentation generators. */

import type { CodeSample } from '../core/chunk.ts';

/** Read of a line; what names a sample stands at its beginning. */
const maxInfo = 500;

/**
 * @param info what stands after the fence: `ts title="a.ts"`, `js filename=a.js switcher`, `python [a.py]`, `rust,ignore`.
 * @param above the line before the fence, which may name the file: `{% code title="a.rb" %}`.
 */
export function readFenceInfo(
  info: string,
  above: string,
): Pick<CodeSample, 'language' | 'fileName' | 'switcher'> {
  const text = info.slice(0, maxInfo).trim();
  const before = above.slice(0, maxInfo);
  const first = /^\{?\.?([\w#+.-]+)/.exec(text)?.[1];
  const isAttribute = first !== undefined && text.startsWith(`${first}=`);
  return {
    language: isAttribute ? undefined : first?.toLowerCase(),
    fileName: named(text) ?? (/^\s*\{%-?\s*code\b/.test(before) ? named(before) : undefined),
    switcher: /(?:^|\s)switcher(?:\s|$)/.test(text),
  };
}

function named(text: string): string | undefined {
  const attribute =
    /\b(?:title|filename|fileName|file|name|path)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,}]+))/.exec(text);
  const label = /\[([^[\]\s]{1,200}\.\w{1,20})\]/.exec(text)?.[1];
  return (
    attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? label ?? /^[\w#+-]+:(\S+\.\w+)/.exec(text)?.[1]
  );
}
