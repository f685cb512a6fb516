/**
 * Says which files of a list's scope were not searched: files that are not indexed, and code whose syntax is not read. Skipped files that
 * cannot contain a result, such as images and links, do not count.
 */

import type { ListQuery } from '../../core/answers/list-query.ts';
import type { SkippedFile, SkipReason } from '../../core/files/file.ts';
import { detectFileRole } from '../../core/files/file-role.ts';
import { detectLanguage } from '../../core/files/language.ts';
import { describeSkipReason } from '../../core/files/skip-reason-text.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { hasLanguage, hasRole } from './list-files.ts';
import { isParsed, type ListServices } from './scan-texts.ts';
import { countOf } from '../../core/text/count-of.ts';

/** Programming languages that raise errors. Some have no grammar. */
const raisingWithoutGrammar =
  'kotlin swift scala dart elixir julia perl lua powershell clojure haskell ocaml groovy'.split(' ');
/** Other languages with definitions. */
const definingWithoutGrammar = ['shell', 'r', 'erlang', 'zig', 'nim', 'astro'];

const notText: ReadonlySet<SkipReason> = new Set([
  'binary',
  'symlink',
  'nested-archive',
  'lfs-pointer',
  'submodule',
  'special-entry',
]);

/** Whether the language raises errors, or has definitions, but has no grammar. */
export function isUnread(services: ListServices, language: string, list: ListQuery['list']): boolean {
  if (isParsed(services, language)) return false;
  return (
    raisingWithoutGrammar.includes(language) ||
    (list !== 'raises' && definingWithoutGrammar.includes(language))
  );
}

/** @returns a sentence if files that may contain results are not indexed */
export async function describeSkipped(
  services: ListServices,
  { key }: ResolvedSnapshot,
  query: ListQuery,
): Promise<readonly string[]> {
  const matches = services.glob.matcher(query.paths ?? []);
  const { skipped } = await services.chunkStore.coverage(key);
  const files = skipped.filter(({ path, reason }) => {
    const language = detectLanguage(path);
    const mayContain =
      query.list === 'occurrences' ||
      isParsed(services, language) ||
      isUnread(services, language, query.list);
    return (
      mayContain &&
      !notText.has(reason) &&
      matches(path) &&
      hasRole(detectFileRole(path), query.only) &&
      hasLanguage(language, query.languages)
    );
  });
  if (files.length === 0) return [];
  const [is, was] = files.length === 1 ? ['is', 'it was'] : ['are', 'they were'];
  return [
    `${countOf(files.length, 'file')} in the repository ${is} not indexed, so ${was} not searched (${countReasons(files)})`,
  ];
}

function countReasons(files: readonly SkippedFile[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of files) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => `${describeSkipReason(reason).toLowerCase()}: ${count.toLocaleString('en-US')}`)
    .join(', ');
}

/** @returns a sentence if files are in a language without a grammar */
export function describeUnread(
  services: ListServices,
  files: readonly { readonly language: string }[],
  list: ListQuery['list'],
): readonly string[] {
  const unread = files.filter(({ language }) => isUnread(services, language, list));
  if (unread.length === 0) return [];
  const languages = [...new Set(unread.map(({ language }) => language))].toSorted();
  return [
    `${countOf(unread.length, 'file')} could not be read, because ${languages.join(', ')} ${languages.length === 1 ? 'has' : 'have'} no grammar`,
  ];
}
