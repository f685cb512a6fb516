/** Checks the value a claim gives a name against the literal values that the cited lines assign to it. */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';

/** "`limit` is 8", "the digest is “hex”", "`encoding` defaults to `utf8`": the value and nothing that makes it one of several. */
const said =
  /(?:`([A-Za-z_$][\w$]*)`|\bthe ([a-z]{4,30}))\s+(?:is|equals|defaults to|is set to|is given)\s+(?:set to\s+|by default\s+)?(?:`([^`\n]{1,80})`|“([^”\n]{1,80})”|"([^"\n]{1,80})"|(-?\d[\d_,]*(?:\.\d+)?)(?![\w.%]|\s*[a-z]))/gi;
const conditional =
  /\b(?:if|when|whenever|unless|where|once|after|until|not|never|either|or|may|can)\b|n['’]t\b/i;
const nothing = /^(?:null|undefined|None|nil|true|false|True|False|void)$/;
const plain = /^(?:-?\d[\d_]*(?:\.\d+)?|'[^'\n]*'|"[^"\n]*"|`[^`$\n]*`|[A-Za-z_$][\w$.]*)$/;
/** Of one name so many values are looked at. */
const mostValues = 20;

/** @param text of the claim, citations taken out */
export function checkValues(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return text.split(/[.!?;](?=\s|$)|\n\s*\n/).flatMap((sentence) => {
    if (conditional.test(sentence)) return [];
    return [...sentence.matchAll(said)].flatMap(([, marked, word, ...values]): readonly ClaimCheck[] => {
      const [name, value] = [marked ?? word ?? '', values.find((one) => one !== undefined) ?? ''];
      const given = valuesOf(name, cited);
      if (nothing.test(value) || given === undefined || given.some((one) => isSame(one, value))) return [];
      return [
        {
          check: 'wording',
          passed: false,
          detail: `“${value}” is not what “${name}” is given in the cited lines.`,
        },
      ];
    });
  });
}

/** Undefined where it is given none, or one that must be worked out. */
function valuesOf(name: string, cited: readonly CitedText[]): readonly string[] | undefined {
  const direct = cited.flatMap(({ text }) => givenIn(text, name));
  const values = direct.flatMap((one) => [
    one,
    ...(isName(one) ? cited.flatMap(({ text }) => givenIn(text, one)) : []),
  ]);
  if (values.length === 0 || values.length > mostValues || !values.every((one) => plain.test(one)))
    return undefined;
  // A name that nothing is told of may stand for any value.
  return values.some((one) => !isName(one)) ? values : undefined;
}

function isName(value: string): boolean {
  return /^[A-Za-z_$][\w$.]*$/.test(value) && !nothing.test(value);
}

/** What it is assigned, and the only argument it is called with. */
function givenIn(text: string, name: string): readonly string[] {
  if (!text.includes(name)) return [];
  const own = name.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(
    `(?<![\\w$.])${own}\\s{0,4}(?::\\s*[\\w.<>[\\] |]{1,60}\\s*)?(?::?=(?![=>])|:(?!:))\\s*('[^'\\n]*'|"[^"\\n]*"|[^\\n,;)}]{1,120})|(?<![\\w$])${own}\\(\\s*('[^'\\n]*'|"[^"\\n]*")\\s*\\)`,
    'g',
  );
  return Array.from(text.matchAll(pattern), ([, assigned, argument]) =>
    (assigned ?? argument ?? '').replace(/\s(?:\/\/|#).*$/, '').trim(),
  );
}

function isSame(given: string, value: string): boolean {
  const [one, other] = [unquoted(given), unquoted(value)];
  return one === other || one.endsWith(`.${other}`) || numberOf(one) === numberOf(other);
}

function unquoted(text: string): string {
  return text.replace(/^['"`]|['"`]$/g, '');
}

/** NaN, which is like nothing, for what is no number. */
function numberOf(text: string): number {
  return /^-?[\d_,.]+$/.test(text) ? Number(text.replace(/[_,]/g, '')) : Number.NaN;
}
