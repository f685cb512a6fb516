/** Says that a question is too broad for one answer, and what would not be. */

export function narrow(questions: readonly string[]): string {
  const asked =
    'That asks about the whole repository at once, and an answer here rests on the lines of a few places.';
  return questions.length === 0
    ? `${asked} Ask about one part of it: a name, a file, or something that it does.`
    : `${asked} Ask about one part of it: a name, a file, something that it does, or one of the questions below.`;
}
