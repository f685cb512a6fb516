/** Assesses how much of a repository a question asks about: a part, an overview, or everything. */
import { describe, expect, it } from 'vitest';
import { assessBreadth } from '../../../../worker/retrieval/question/question-breadth.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const everything =
  `explain everything|How does it all work?|list all the functions|what are all the bugs|tell me about the code|walk me through the whole codebase
document this|how does this work?|Find bugs|review the code|explain the whole project|everything|how is it implemented?|Which functions are there?|list the classes
show me every class|Where is the code?|Explain all of it step by step|Are there any bugs?|find all bugs and fix them|how does everything fit together?|Explain
Tell me everything|document every function|What does each file do?|Please can you explain the entire repository in detail?
What's wrong with this code?|what are the classes and functions?|go over each file|How is the code organised and what does each file contain?|all the code explained`.split(
    /[|\n]/,
  );
const overview =
  `What is this project?|what does this repository do?|Give me an overview|help me understand this codebase|explain this codebase|what is this?
how do I use it?|How does this project work?|What is the README about?|what does the code do?|Summarise the repository|what are the features of this library?|What are the features?`.split(
    /[|\n]/,
  );
const part =
  `Where are the tests?|How are files read?|read files|check types|What are components?|How do modules work?|Where is the main file?|code|cookies
How are all the routes registered?|list all routes|How is everything tested?|Explain routing|Describe the architecture|How does the whole request cycle work?
Find bugs in the parser|What does every middleware do?|How do I install this project?|request context handling||?
What's wrong with the parser?|What are the callbacks?|What does each handler contain?|wrong start`.split(
    /[|\n]/,
  );

describe('a question', () => {
  it.each(everything)('asks about everything: %s', (text) => {
    expect(assessBreadth(text)).toBe('everything');
    expect(readQuestion(text)).toMatchObject({ class: 'too-broad', isOverview: false });
  });

  it.each(overview)('asks for an overview: %s', (text) => {
    expect(assessBreadth(text)).toBe('overview');
    expect(readQuestion(text)).toMatchObject({ class: 'docs', isOverview: true });
  });

  it.each(part)('asks about a part: %j', (text) => expect(assessBreadth(text)).toBe('part'));

  it.each(['explain `everything`', 'explain all of src/app.py', 'list all functions of FlaskClient'])(
    'that contains a name or path is not too broad: %s',
    (text) => expect(readQuestion(text).class).not.toBe('too-broad'),
  );
});
