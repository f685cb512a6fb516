/** Of prose the statement is told that answers, not the one that happens to hold a rare word. */
import { describe, expect, it } from 'vitest';
import { bestStatement } from '../../../../worker/answering/compose/best-statement.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const best = (asked: string, text: string, headings: readonly string[] = []): string | undefined =>
  bestStatement(readQuestion(asked), { text, headings }, () => 1)?.text;

describe('the best statement', () => {
  it('says what to do where that is asked', () => {
    const text =
      'Lanterns of the harbour are lit at dusk, and a keeper sees to it.\n\nTo light a lantern, turn the wick up:\n\n```\nlantern.light()\n```\n';
    expect(best('How do I light a lantern?', text)).toBe('To light a lantern, turn the wick up:');
  });

  it('says what a thing is where that is asked', () => {
    const text =
      'Trim a wick before you light it, since a long wick blackens glass. A wick is the cord that draws the oil up.';
    expect(best('What is a wick?', text)).toBe('A wick is the cord that draws the oil up.');
  });

  it('is the value that is asked for, a label too short for a sentence', () => {
    const text = '### wick_length\n\nThis setting tells what is burnt in an hour.\n\n**default**: `12`\n';
    expect(best('What is the default of the wick_length setting?', text)).toBe('**default**: `12`');
    expect(best('What does the wick_length setting do?', text)).toMatch(/^This setting tells/);
  });

  it('stands under the heading that is what was asked', () => {
    const text =
      '## Trimming wicks\n\nUse the scissors of the keeper, never a knife.\n\n## Storing oil\n\nWicks and oil are stored apart by the keeper.\n';
    expect(best('How do I trim a wick?', text)).toBe('Use the scissors of the keeper, never a knife.');
  });

  it('is none that only leads elsewhere, nor a note beside the text', () => {
    const text =
      'See the guide to wicks for how a wick is trimmed.\n\n> NOTE: A wick that is trimmed burns less.\n\nA wick is trimmed with scissors.\n';
    expect(best('How is a wick trimmed?', text)).toBe('A wick is trimmed with scissors.');
  });

  it('does not count the words of an address as said', () => {
    const text =
      'Read [this first](https://example.com/wick/trim/lantern) of all.\n\nA wick is trimmed with scissors.\n';
    expect(best('How is the wick of a lantern trimmed?', text)).toBe('A wick is trimmed with scissors.');
  });

  it('counts what a sample shows for the sentence that leads to it', () => {
    const text =
      'Nothing of it is ever lost.\n\nLamps are old.\n\nThe keeper can be told of a storm that comes up from the sea at night:\n\n```\nkeeper.raise_for_gale()\n```\n';
    expect(best('What does raise_for_gale do?', text)).toMatch(/^The keeper can/);
  });

  it('is nothing where nothing can be quoted', () => {
    expect(best('What is a wick?', '# Wicks\n\n```\nwick()\n```\n')).toBeUndefined();
  });
});
