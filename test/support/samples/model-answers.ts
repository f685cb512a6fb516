/**
 * Writes the answers of a scripted model that makes true statements and lies in every known way. Each sentence is labeled as true or invented,
 * so a test can check how the sentence is shown to the user.
 */

import type { ProviderCall } from '../providers/provider-script.ts';

export interface WrittenSentence {
  /** What is true in the sentence, or what is invented. */
  readonly kind: string;
  readonly isTrue: boolean;
  readonly text: string;
}

interface EvidenceBlock {
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

/** Parses the evidence blocks of a prompt. */
export function parseEvidenceBlocks(prompt: string): readonly EvidenceBlock[] {
  return [...prompt.matchAll(/<(evidence(?:-\d+)?) id="([^"]+)"([^>]*)>\n([\s\S]*?)<\/\1>/g)].map(
    ([, , id = '', attributes = '', text = '']) => ({
      id,
      path: / path="([^"]*)"/.exec(attributes)?.[1] ?? '',
      text,
    }),
  );
}

export function parseQuestion(prompt: string): string {
  return /<(question(?:-\d+)?)>\n([\s\S]*?)\n<\/\1>/.exec(prompt)?.[2] ?? '';
}

/** Writes sentences about the evidence, one claim each. The number of the call makes the lies of each answer distinct. */
export function writeSentences(call: Pick<ProviderCall, 'prompt' | 'number'>): readonly WrittenSentence[] {
  const blocks = parseEvidenceBlocks(call.prompt);
  return blocks.slice(0, 2).flatMap((block, index) => writeSentencesAbout(block, call.number * 10 + index));
}

function writeSentencesAbout(block: EvidenceBlock, seed: number): readonly WrittenSentence[] {
  const { id, path, text } = block;
  const line = text
    .split('\n')
    .map((part) => part.trim().replace(/^(?:\/\/|\/?\*+|#)\s*/, ''))
    .filter((part) => /^[A-Za-z][A-Za-z0-9 ,;:()=.']{24,110}$/.test(part) && part.split(' ').length > 3)[
    seed % 2
  ];
  const name = text.match(/\b[a-z]+[A-Z][A-Za-z]{3,}\b/g)?.[seed % 3];
  const sentences: WrittenSentence[] = [];
  const add = (kind: string, isTrue: boolean, sentence: string): void => {
    sentences.push({ kind, isTrue, text: sentence });
  };
  if (line !== undefined) {
    const words = line.split(' ');
    const altered = [...words.slice(0, 2), `zoned${seed}`, ...words.slice(3)].join(' ');
    add('quote', true, `It says “${line}” [chunk:${id}].`);
    add('quote in other marks', true, `It says “${line}” 【chunk:${id}】.`);
    add('altered quote', false, `It says “${altered}” [chunk:${id}].`);
    add('id never issued', false, `It says “${line}” [chunk:e${900 + (seed % 90)}].`);
    add('invented id', false, `It says “${line}” [chunk:made_up_${seed}].`);
    add('quote without a source', false, `It says “${line}”.`);
  }
  if (name !== undefined) {
    add('name', true, `It names \`${name}\` in \`${path}\` [chunk: ${id}].`);
    add('invented name', false, `It names \`${name}Of${seed}\` [chunk:${id}].`);
    add('invented path', false, `It names \`${name}\` in \`lib/made/up${seed}.ts\` [chunk:${id}].`);
    add(
      'invented number',
      false,
      `It calls \`${name}\` at most ${41_000 + seed} times a second [chunk:${id}].`,
    );
    add('list of ids, one invented', false, `It names \`${name}Made${seed}\` [${id}, e98].`);
    add('invented code', false, `\`\`\`ts\nconst ${name}${seed} = made(up);\n\`\`\`\n[chunk:${id}]`);
  }
  add('invented link', false, `See [the manual](https://made.up/${seed}) [chunk:${id}].`);
  add('invented prose', false, `Quantum turbines brew ${seed} lukewarm espressos nightly [chunk:${id}].`);
  add('no source', false, `It rests on turbine number ${seed} [chunk:none].`);
  return sentences;
}

/** Joins the sentences into one answer: a heading, paragraphs, and the last sentences as a list. */
export function formatAnswer(sentences: readonly WrittenSentence[]): string {
  const [head, tail] = [sentences.slice(0, -3), sentences.slice(-3)];
  return [
    '### What the evidence says',
    ...head.map(({ text }) => text),
    tail.map(({ text }) => `- ${text}`).join('\n'),
  ].join('\n\n');
}
