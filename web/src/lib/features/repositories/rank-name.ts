/**
 * Ranks how well a name matches typed words, which may be abbreviated or have one typo: "flsk" and "falsk" match "pallets/flask". Pure.
 */

/** A shorter word must occur as it is. */
const minAbbreviation = 3;
const minMisspelled = 4;

/** @returns 0 for the best match, higher for a weaker one; undefined if a word does not match */
export function rankName(name: string, typedText: string): number | undefined {
  const text = name.toLowerCase();
  const words = typedText.toLowerCase().split(/\s+/).filter(Boolean);
  const ranks = words.map((word) => rankWord(text, word));
  return ranks.includes(undefined) ? undefined : Math.max(0, ...ranks.map((rank) => rank ?? 0));
}

function rankWord(text: string, word: string): number | undefined {
  const segments = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (text.startsWith(word) || segments.some((segment) => segment.startsWith(word))) return 0;
  if (text.includes(word)) return 1;
  if (word.length >= minAbbreviation && segments.some((segment) => isAbbreviation(segment, word))) return 2;
  return word.length >= minMisspelled && segments.some((segment) => isMisspelled(segment, word))
    ? 3
    : undefined;
}

/** Whether the name has the letters of the word in this order, beginning with the same letter. */
function isAbbreviation(segment: string, word: string): boolean {
  if (segment[0] !== word[0]) return false;
  let position = 0;
  for (const letter of word) {
    position = segment.indexOf(letter, position) + 1;
    if (position === 0) return false;
  }
  return true;
}

/** Whether the beginning of the name differs from the word by one letter: changed, missing, added or swapped with the next. */
function isMisspelled(segment: string, word: string): boolean {
  return [-1, 0, 1].some((difference) => {
    const length = word.length + difference;
    return length <= segment.length && isOneEditAway(segment.slice(0, length), word);
  });
}

function isOneEditAway(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.length !== restB.length) {
    const [short, long] = restA.length < restB.length ? [restA, restB] : [restB, restA];
    return long.length - short.length === 1 && long.slice(1) === short;
  }
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  return restA.slice(1) === restB.slice(1) || isSwapped;
}
