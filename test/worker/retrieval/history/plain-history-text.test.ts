import { describe, expect, it } from 'vitest';
import { plainHistoryText } from '../../../../worker/retrieval/history/plain-history-text.ts';
import { readHistoryQuestion } from '../../../../worker/retrieval/history/read-history-question.ts';

describe('plainHistoryText', () => {
  it('corrects typos of words for changes, and no other words', () => {
    expect(plainHistoryText('last chnage to parse, originaly by whom, fist bump')).toBe(
      'last change to parse, originally by whom, fist bump',
    );
  });

  it('hides code', () => {
    expect(plainHistoryText('why is `first(original)` there and keep(first, last)?')).toBe(
      'why is `code` there and keep()?',
    );
  });
});

describe('readHistoryQuestion', () => {
  it.each([
    ['tokenizer.c last touchd by whom', 'last'],
    ['most recnet chnage in the scheduler loop?', 'last'],
    ['when was retry.go modified the last time and what was it for?', 'last'],
    ['when did gzip become available for uploads', 'introduced'],
    ['which pr gave us streaming uploads in Client.send', 'introduced'],
    ['`merge(original, last)` in Options: why not concat?', 'why'],
  ])('reads %s as %s', (text, aspect) => {
    expect(readHistoryQuestion(text).aspect).toBe(aspect);
  });
});
