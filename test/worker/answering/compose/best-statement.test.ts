/** The best statement answers the question, instead of only containing a rare word of it. */
import { describe, expect, it } from 'vitest';
import { bestStatement } from '../../../../worker/answering/compose/best-statement.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const best = (question: string, text: string, headings: readonly string[] = []): string | undefined =>
  bestStatement(readQuestion(question), { text, headings }, () => 1)?.text;

describe('bestStatement', () => {
  it('prefers an instruction for a how-to question', () => {
    const text =
      'Lanterns of the harbour are lit at dusk, and a keeper sees to it.\n\nTo light a lantern, turn the wick up:\n\n```\nlantern.light()\n```\n';
    expect(best('How do I light a lantern?', text)).toBe('To light a lantern, turn the wick up:');
  });

  it('prefers a definition for a what-is question', () => {
    const text =
      'Trim a wick before you light it, since a long wick blackens glass. A wick is the cord that draws the oil up.';
    expect(best('What is a wick?', text)).toBe('A wick is the cord that draws the oil up.');
  });

  it('returns a labeled value if the question asks for the value', () => {
    const text = '### wick_length\n\nThis setting tells what is burnt in an hour.\n\n**default**: `12`\n';
    expect(best('What is the default of the wick_length setting?', text)).toBe('**default**: `12`');
    expect(best('What does the wick_length setting do?', text)).toMatch(/^This setting tells/);
  });

  it('prefers a statement under a matching heading', () => {
    const text =
      '## Trimming wicks\n\nUse the scissors of the keeper, never a knife.\n\n## Storing oil\n\nWicks and oil are stored apart by the keeper.\n';
    expect(best('How do I trim a wick?', text)).toBe('Use the scissors of the keeper, never a knife.');
  });

  it('avoids pointers to other pages and notes', () => {
    const text =
      'See the guide to wicks for how a wick is trimmed.\n\n> NOTE: A wick that is trimmed burns less.\n\nA wick is trimmed with scissors.\n';
    expect(best('How is a wick trimmed?', text)).toBe('A wick is trimmed with scissors.');
  });

  it('ignores words in link targets', () => {
    const text =
      'Read [this first](https://example.com/wick/trim/lantern) of all.\n\nA wick is trimmed with scissors.\n';
    expect(best('How is the wick of a lantern trimmed?', text)).toBe('A wick is trimmed with scissors.');
  });

  it('counts words in the sample that a sentence introduces', () => {
    const text =
      'Nothing of it is ever lost.\n\nLamps are old.\n\nThe keeper can be told of a storm that comes up from the sea at night:\n\n```\nkeeper.raise_for_gale()\n```\n';
    expect(best('What does raise_for_gale do?', text)).toMatch(/^The keeper can/);
  });

  it('returns undefined if nothing can be quoted', () => {
    expect(best('What is a wick?', '# Wicks\n\n```\nwick()\n```\n')).toBeUndefined();
  });
});
