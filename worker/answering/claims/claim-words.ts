/** Removes from a claim what other look-ups cover: quotations, citations, marked names, versions, dates and authors. */

import {
  type AnyEvidence,
  isCommitEvidence,
  isDiscussionEvidence,
  isSpanEvidence,
} from '../../core/answers/evidence.ts';
import { findDates, findAuthors } from '../claim-text/find-attributions.ts';
import { mapProse, stripCitations, stripQuotations } from '../claim-text/parse-claim.ts';
import { formatAuthor } from './checks/check-origins.ts';
import { nameMark } from './checks/unmarked-names.ts';

/** Removes citations and quotations and replaces code with a mark. */
export function maskNames(text: string): string {
  return stripCitations(stripQuotations(text)).replaceAll(/```\n```|``[^\n]+?``|`[^`]+`/g, nameMark);
}

/** Removes authors and dates of cited records; other checks cover them. */
export function stripAttributions(prose: string, text: string, cited: readonly AnyEvidence[]): string {
  const records = cited.flatMap((evidence) =>
    isCommitEvidence(evidence) || isDiscussionEvidence(evidence) ? [formatAuthor(evidence)] : [],
  );
  if (records.length === 0) return prose;
  const names = [
    ...findAuthors(stripQuotations(text)),
    ...records.filter((name) => isNamedAsAuthor(name, prose)),
  ];
  const attributions = [...findDates(prose).map(([day]) => day), ...names];
  return attributions.reduce((rest, attribution) => rest.replaceAll(attribution, ' '), prose);
}

function isNamedAsAuthor(name: string, prose: string): boolean {
  const at = prose.indexOf(name);
  if (at < 0 || name.length < 2) return false;
  return (
    /\bby\s+$/i.test(prose.slice(Math.max(0, at - 8), at)) ||
    /^\s+(?:wrote|authored|added|introduced|created|changed|edited|committed|said|opened)\b/.test(
      prose.slice(at + name.length, at + name.length + 24),
    )
  );
}

/**
 * Removes the name of a version if all cited lines belong to it. Other version names stay and fail the checks.
 * @param versions commits of the compared versions, by display name
 */
export function stripVersionNames(
  text: string,
  cited: readonly AnyEvidence[],
  versions: ReadonlyMap<string, string>,
): string {
  const own = [...versions].flatMap(([name, commit]) =>
    cited.length > 0 && cited.every((evidence) => isSpanEvidence(evidence) && evidence.commit === commit)
      ? [name]
      : [],
  );
  if (own.length === 0) return text;
  const named = new RegExp(
    String.raw`(?<![\p{L}\p{N}_./-])(?:${own.map(escaped).join('|')})(?![\p{L}\p{N}_/-]|\.\p{N})`,
    'gu',
  );
  return mapProse(text, (prose) => prose.replace(named, ' '));
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
