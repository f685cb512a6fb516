/**
 * Computes ROUGE-1, -2 and -L (C.-Y. Lin, 2004): the overlap of an answer with a reference in words, word pairs and the longest common
 * subsequence. A word is a run of letters and digits in lowercase. There is no stemming, and stop words count.
 */

interface Overlap {
  readonly precision: number;
  readonly recall: number;
  /** Harmonic mean of precision and recall. */
  readonly f1: number;
}

interface Rouge {
  readonly rouge1: Overlap;
  readonly rouge2: Overlap;
  readonly rougeL: Overlap;
}

/** Longer texts are truncated, since the longest common subsequence takes time proportional to the product of the lengths. */
const maxWords = 2_000;

export function computeRouge(answer: string, reference: string): Rouge {
  const [answerWords, referenceWords] = [splitWords(answer), splitWords(reference)];
  return {
    rouge1: computeOverlap(answerWords, referenceWords, 1),
    rouge2: computeOverlap(answerWords, referenceWords, 2),
    rougeL: scoreOverlap(
      longestCommonSubsequenceLength(answerWords, referenceWords),
      answerWords.length,
      referenceWords.length,
    ),
  };
}

function splitWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords);
}

function computeOverlap(
  answerWords: readonly string[],
  referenceWords: readonly string[],
  size: number,
): Overlap {
  const [answerCounts, referenceCounts] = [countRuns(answerWords, size), countRuns(referenceWords, size)];
  const shared = [...referenceCounts].reduce(
    (sum, [run, count]) => sum + Math.min(count, answerCounts.get(run) ?? 0),
    0,
  );
  return scoreOverlap(shared, answerWords.length - size + 1, referenceWords.length - size + 1);
}

function countRuns(words: readonly string[], size: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= words.length; start += 1) {
    const run = words.slice(start, start + size).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

function longestCommonSubsequenceLength(first: readonly string[], second: readonly string[]): number {
  let row = second.map(() => 0);
  for (const word of first) {
    let [diagonal, left] = [0, 0];
    row = row.map((above, index) => {
      left = second[index] === word ? diagonal + 1 : Math.max(above, left);
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? 0;
}

function scoreOverlap(shared: number, answerLength: number, referenceLength: number): Overlap {
  const precision = answerLength <= 0 ? 0 : shared / answerLength;
  const recall = referenceLength <= 0 ? 0 : shared / referenceLength;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}
