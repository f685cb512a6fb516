/** Formats the result of a tool as Markdown within a number of tokens: items whole as long as they fit, then as links. */

import { removeUnsafeCharacters, sanitizeName } from '../core/text/sanitize-text.ts';
import { countTokens, truncateToTokens } from '../core/text/tokens.ts';
import type { ToolItem, ToolResult } from './tool.ts';

/** Part of the budget that links of omitted items may use. */
const linksFraction = 0.2;
/** Room for the sentence about omitted items. */
const closingTokens = 30;

export function formatResult({ summary, items }: ToolResult, maxTokens: number): string {
  const available = maxTokens - closingTokens;
  const head = truncateToTokens(summary.trim(), available);
  let left = available - countTokens(head);
  const linkBudget = Math.min(items.length * 40, available * linksFraction);
  const whole: string[] = [];
  const rest: ToolItem[] = [];
  items.forEach((item, index) => {
    const text = isLinkOnly(item) ? formatLink(item) : formatItem(item);
    const isLast = index === items.length - 1 && rest.length === 0;
    const cost = countTokens(text);
    if (cost > left - (isLast ? 0 : linkBudget)) rest.push(item);
    else {
      whole.push(text);
      left -= cost;
    }
  });
  const links = rest.map(formatLink).filter((link) => {
    left -= countTokens(link);
    return left >= 0;
  });
  const separator = items.every(isLinkOnly) ? '\n' : '\n\n';
  return [head, ...whole, ...closing(rest.length, links)].join(separator);
}

function isLinkOnly({ notes = [], quotes = [], code }: ToolItem): boolean {
  return notes.length === 0 && quotes.length === 0 && code === undefined;
}

function closing(omitted: number, links: readonly string[]): readonly string[] {
  if (omitted === 0) return [];
  const unlisted = omitted - links.length;
  const more = unlisted === 0 ? '' : ` ${unlisted} more are not listed.`;
  return [`${omitted} did not fit; read them by link or raise maxTokens.${more}`, ...links];
}

/** A path, a name or a message of a commit cannot begin a line, where it would look like another item or like text of the server. */
function formatItem({ heading, url, notes = [], quotes = [], code }: ToolItem): string {
  const lines = [`### ${sanitizeName(heading)}`, url, ...notes.map(sanitizeName), ...quotes.map(quote)];
  if (code !== undefined) lines.push(fence(code.text, code.language));
  return lines.join('\n');
}

function formatLink({ heading, url }: ToolItem): string {
  return `- ${sanitizeName(heading)}: ${url}`;
}

function quote(text: string): string {
  return removeUnsafeCharacters(text).replaceAll(/^/gm, '> ');
}

/** The fence is longer than any run of back-ticks in the text. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n+$/, '')}\n${marks}`;
}
