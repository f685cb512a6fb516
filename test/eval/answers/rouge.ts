/**
 * ROUGE-1, -2 and -L (C.-Y. Lin, 2004): how many of a reference's words, pairs of words, and words in order an answer has. Words are runs
 * of letters and digits in lower case, none stemmed and none left out.
 */

interface Overlap {
  readonly precision: number;
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f1: number;
}

interface Rouge {
  readonly rouge1: Overlap;
  readonly rouge2: Overlap;
  readonly rougeL: Overlap;
}

/** Longer texts are cut: the longest run in common takes their product to find. */
const mostWords = 2_000;

export function rouge(answer: string, reference: string): Rouge {
  const [told, wanted] = [wordsOf(answer), wordsOf(reference)];
  return {
    rouge1: overlapOf(told, wanted, 1),
    rouge2: overlapOf(told, wanted, 2),
    rougeL: overlap(longestCommon(told, wanted), told.length, wanted.length),
  };
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords);
}

function overlapOf(told: readonly string[], wanted: readonly string[], size: number): Overlap {
  const [ours, theirs] = [countRuns(told, size), countRuns(wanted, size)];
  const shared = [...theirs].reduce((sum, [run, count]) => sum + Math.min(count, ours.get(run) ?? 0), 0);
  return overlap(shared, told.length - size + 1, wanted.length - size + 1);
}

function countRuns(words: readonly string[], size: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at + size <= words.length; at += 1) {
    const run = words.slice(at, at + size).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

/** Length of the longest sequence of words that both have in order. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = other.map(() => 0);
  for (const word of one) {
    let [diagonal, left] = [0, 0];
    row = row.map((above, at) => {
      left = other[at] === word ? diagonal + 1 : Math.max(above, left);
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? 0;
}

function overlap(shared: number, told: number, wanted: number): Overlap {
  const precision = told <= 0 ? 0 : shared / told;
  const recall = wanted <= 0 ? 0 : shared / wanted;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}
