/** Looks up the names and code of a claim in the cited evidence, whether the claim marks them with back-ticks or not. */

import { isCommitEvidence, isDiscussionEvidence } from '../../../core/answers/evidence.ts';
import { truncate } from '../../../core/text/truncate.ts';
import type { SearchableEvidence } from '../../evidence-text/searchable-evidence.ts';
import type { LookUp } from '../look-up.ts';
import { isNameOfDiscussion } from './check-discussions.ts';
import { isNameOfCommit } from './check-origins.ts';
import { findUnmarkedNames } from './unmarked-names.ts';

const maxShownLength = 80;

/** @param code names and code in back-ticks and fences */
export function lookUpCode(
  code: readonly string[],
  evidence: readonly SearchableEvidence[],
): readonly LookUp[] {
  return code.map((name) => lookUpName(name, evidence, (form) => [form]));
}

/** @param prose the text of the claim without code, quotations and citations */
export function lookUpUnmarkedNames(
  prose: string,
  evidence: readonly SearchableEvidence[],
): readonly LookUp[] {
  return findUnmarkedNames(prose).map((name) => lookUpName(name, evidence, proseForms));
}

/** A sentence begins with a capital, and prose may capitalize a product differently from code: `WebSocket` for `websocket`. */
function proseForms(name: string): readonly string[] {
  const lowerFirst = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
  return /^[A-Z][A-Za-z]+$/.test(name)
    ? [name, lowerFirst, name.toLowerCase(), name.toUpperCase()]
    : [name, lowerFirst];
}

function lookUpName(
  name: string,
  evidence: readonly SearchableEvidence[],
  toForms: (name: string) => readonly string[],
): LookUp {
  const forms = toForms(name);
  const item = formatCode(name);
  for (const form of forms)
    for (const searchable of evidence) {
      const found = searchable.findInText(form);
      if (found !== undefined)
        return { check: 'identifier', item: describePart(found, form), place: searchable.place };
    }
  for (const searchable of evidence) {
    const isName = forms.some((form) => searchable.findInNames(form) !== undefined);
    if (isName || isNameOfRecord(searchable, name))
      return { check: 'identifier', item, place: searchable.place, detail: describeName(item, searchable) };
  }
  return { check: 'identifier', item, place: undefined };
}

function formatCode(code: string): string {
  return `\`${truncate(code.trim().replace(/\s+/g, ' ').replaceAll('`', "'"), maxShownLength)}\``;
}

/** Names the part that was found: `` `run` of `app.run()` ``. */
function describePart(found: string, code: string): string {
  return found === code ? formatCode(code) : `${formatCode(found)} of ${formatCode(code)}`;
}

function describeName(item: string, { evidence, place }: SearchableEvidence): string {
  if (isCommitEvidence(evidence) || isDiscussionEvidence(evidence)) return `${item} belongs to ${place}.`;
  const symbol = 'symbol' in evidence ? evidence.symbol : undefined;
  return symbol === undefined || evidence.path.includes(item.slice(1, -1))
    ? `${item} is in the path ${evidence.path}.`
    : `${item} is in the name of the definition that the cited lines belong to, \`${symbol}\`.`;
}

function isNameOfRecord({ evidence }: SearchableEvidence, name: string): boolean {
  if (isCommitEvidence(evidence)) return isNameOfCommit(evidence, name);
  return isDiscussionEvidence(evidence) && isNameOfDiscussion(evidence, name);
}
