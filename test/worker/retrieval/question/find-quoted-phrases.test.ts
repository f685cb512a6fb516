/** Finds the phrases of a question that are searched verbatim. */
import { describe, expect, it } from 'vitest';
import { containsPhrase } from '../../../../worker/retrieval/search/find-phrases.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const wordings = (text: string): readonly string[] => readQuestion(text).wordings;

describe('a phrase to search verbatim', () => {
  it.each([
    ['Where is the error "no such lantern" raised?', ['no such lantern']],
    ['Where does “no such lantern” come from?', ['no such lantern']],
    ["What says 'no such lantern' and ‘turn it up’?", ['no such lantern', 'turn it up']],
    ['Where is go.mod read?', ['go.mod']],
    ['Where is `go.mod` really parsed?', ['go.mod']],
    ['What reads the package.json?', ['package.json']],
    ['Which code looks for conf/app.toml?', ['conf/app.toml']],
  ])('is found in: %s', (text, expected) => expect(wordings(text)).toEqual(expected));

  it.each([
    ['What is in go.mod?'],
    ['What does src/read.py do when a page is read?'],
    ['Where is "basket" read?'],
    ["What do the users' and the admins' pages have in common?"],
    ['Fix how go.mod is read'],
  ])('is not found in: %s', (text) => expect(wordings(text)).toEqual([]));
});

describe('containsPhrase', () => {
  it.each([
    ['raise NoLantern("No such\n   lantern")', 'no such lantern', true],
    ['open(base + "/go.mod")', 'go.mod', true],
    ['see go.mod.', 'go.mod', true],
    ['read_go.mod', 'mod', true],
    ['cargo.mod and go.modern', 'go.mod', false],
    ['pre-robots.txt, then /robots.txt', 'robots.txt', true],
    ['robots, txt', 'robots.txt', false],
  ])('%j: %j is %s', (text, wording, expected) => expect(containsPhrase(text, wording)).toBe(expected));
});
