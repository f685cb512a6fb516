/** Reads which part of the overview a question asks for. */
import { describe, expect, it } from 'vitest';
import { readOverviewTopic } from '../../../../worker/retrieval/question/read-overview-topic.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const questions = {
  layout: `how is this repository laid out?|How is the code organised?|what is the project structure?|Explain how the codebase is structured
describe the layout of this repository|Show me the folder structure|What are the main folders?|what does each folder contain?|directory layout
How are the files organized in this project?`,
  'entry-points': `what are the entry points?|Where is the entry point of this application?|list all the entry points|entry points|Where does the program start?
where should I start reading this codebase?`,
  parts: `How do the parts depend on each other?|how do the packages of this repository depend on each other?|What are the dependencies between the modules?`,
  central: `What is the most important code?|what are the key classes?|show me the most-referenced functions|What is the most-referenced code?`,
  summary: `give me an overview|Can you give me a short overview of this project?|What is this project?|what does this repository do?|summarise this codebase
help me understand this codebase`,
} as const;
const others = `How is a route laid out in the router?|what are the entry points of the plugin system?|Where does the parser start?|how is the session structured?
give me an overview of the event system|What is the structure of a chunk?|what are the key bindings?|how do I use it?|What are the features?|dependencies between tasks
What does the router do?|how is the cache divided into pages?|`;

describe('a question', () => {
  it.each(
    Object.entries(questions).flatMap(([topic, list]) =>
      list.split(/[|\n]/).map((text) => [text, topic] as const),
    ),
  )('%j asks for the %s', (text, topic) => {
    expect(readOverviewTopic(text)).toBe(topic);
    expect(readQuestion(text)).toMatchObject({
      isOverview: true,
      class: expect.not.stringMatching('too-broad'),
    });
  });

  it.each(others.split(/[|\n]/))('%j is about a part', (text) =>
    expect(readOverviewTopic(text)).toBeUndefined(),
  );
});
