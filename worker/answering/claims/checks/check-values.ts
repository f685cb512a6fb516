/** Checks the value that a claim states for a name against the literal values that the cited lines assign to the name. */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';

/** Matches "`limit` is 8", "the digest is “hex”" and "`encoding` defaults to `utf8`". */
const valueStatement =
  /(?:`([A-Za-z_$][\w$]*)`|\bthe ([a-z]{4,30}))\s+(?:is|equals|defaults to|is set to|is given)\s+(?:set to\s+|by default\s+)?(?:`([^`\n]{1,80})`|“([^”\n]{1,80})”|"([^"\n]{1,80})"|(-?\d[\d_,]*(?:\.\d+)?)(?![\w.%]|\s*[a-z]))/gi;
const conditional =
  /\b(?:if|when|whenever|unless|where|once|after|until|not|never|either|or|may|can)\b|n['’]t\b/i;
const nothing = /^(?:null|undefined|None|nil|true|false|True|False|void)$/;
const plain = /^(?:-?\d[\d_]*(?:\.\d+)?|'[^'\n]*'|"[^"\n]*"|`[^`$\n]*`|[A-Za-z_$][\w$.]*)$/;
/** Names with more values are not checked. */
const maxValues = 20;

/** @param text the claim without citations */
export function checkValues(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return text.split(/[.!?;](?=\s|$)|\n\s*\n/).flatMap((sentence) => {
    if (conditional.test(sentence)) return [];
    return [...sentence.matchAll(valueStatement)].flatMap(
      ([, marked, word, ...values]): readonly ClaimCheck[] => {
        const [name, value] = [marked ?? word ?? '', values.find((value) => value !== undefined) ?? ''];
        const candidates = findValues(name, cited);
        if (
          nothing.test(value) ||
          candidates === undefined ||
          candidates.some((candidate) => isSame(candidate, value))
        )
          return [];
        return [
          {
            check: 'wording',
            passed: false,
            detail: `The cited lines give “${name}” a value other than “${value}”.`,
          },
        ];
      },
    );
  });
}

/** Undefined if the lines assign no value, or a value that must be computed. */
function findValues(name: string, cited: readonly CitedText[]): readonly string[] | undefined {
  const direct = cited.flatMap(({ text }) => findAssignedValues(text, name));
  const values = direct.flatMap((value) => [
    value,
    ...(isName(value) ? cited.flatMap(({ text }) => findAssignedValues(text, value)) : []),
  ]);
  if (values.length === 0 || values.length > maxValues || !values.every((value) => plain.test(value)))
    return undefined;
  // A name without a known value may have any value.
  return values.some((value) => !isName(value)) ? values : undefined;
}

function isName(value: string): boolean {
  return /^[A-Za-z_$][\w$.]*$/.test(value) && !nothing.test(value);
}

/** Returns the values assigned to the name, and string arguments of calls to it. */
function findAssignedValues(text: string, name: string): readonly string[] {
  if (!text.includes(name)) return [];
  const escaped = name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(
    `(?<![\\w$.])${escaped}\\s{0,4}(?::\\s*[\\w.<>[\\] |]{1,60}\\s*)?(?::?=(?![=>])|:(?!:))\\s*('[^'\\n]*'|"[^"\\n]*"|[^\\n,;)}]{1,120})|(?<![\\w$])${escaped}\\(\\s*('[^'\\n]*'|"[^"\\n]*")\\s*\\)`,
    'g',
  );
  return Array.from(text.matchAll(pattern), ([, assigned, argument]) =>
    (assigned ?? argument ?? '').replace(/\s(?:\/\/|#).*$/, '').trim(),
  );
}

function isSame(candidate: string, value: string): boolean {
  const [one, other] = [unquoted(candidate), unquoted(value)];
  return one === other || one.endsWith(`.${other}`) || toNumber(one) === toNumber(other);
}

function unquoted(text: string): string {
  return text.replace(/^['"`]|['"`]$/g, '');
}

/** Returns NaN for text that is not a number, so that a comparison fails. */
function toNumber(text: string): number {
  return /^-?[\d_,.]+$/.test(text) ? Number(text.replace(/[_,]/g, '')) : Number.NaN;
}
