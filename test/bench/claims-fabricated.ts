/** Kinds of claims that are not borne out by what they cite, each made from something true by one change. */

import type { ClaimMaterial, MakeClaim } from './claims-case.ts';
import { cite, hasNegation, isSeenAsName, lowered, numberIn, restated } from './claims-true.ts';
import { inOtherLanguages, numberWords, otherQuantifiers, otherWords } from './claims-words.ts';

function first(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

const words = (text: string): readonly string[] => text.match(/[A-Za-z]{5,}/g) ?? [];

/** A name of another repository that stands nowhere in the file. */
function strangeName({ it, stranger, pick }: ClaimMaterial): string | undefined {
  return pick(
    [...stranger.calls, stranger.name].filter((name) => name.length > 5 && !it.file.text.includes(name)),
  );
}

/** A word of another repository's prose that stands nowhere in what is cited. */
function strangeWord({ it, stranger, pick, isOfSubject }: ClaimMaterial): string | undefined {
  const held = it.text.toLowerCase();
  return pick(
    stranger.sentences
      .flatMap((sentence) => words(sentence).slice(1))
      .filter(
        (word) => word.length > 5 && isOfSubject(word) && !held.includes(word.toLowerCase().slice(0, 5)),
      ),
  );
}

/** What a sentence of another repository says, begun with its verb. */
function strangeDeed({ it, stranger, pick }: ClaimMaterial): string | undefined {
  const deed = pick(
    stranger.sentences.filter((sentence) => /^[A-Z][a-z]+s\s(?:the|a|an|all|its|whether)\s/.test(sentence)),
  );
  if (deed === undefined || it.text.includes(words(deed)[1] ?? '')) return undefined;
  return lowered(deed);
}

function replaced(sentence: string, by: ReadonlyMap<string, string>): string | undefined {
  const keys = [...by.keys()].filter((key) => new RegExp(`\\b${key}\\b`, 'i').test(sentence));
  const key = keys.toSorted((a, b) => b.length - a.length)[0];
  if (key === undefined) return undefined;
  return restated(sentence).replace(new RegExp(`\\b${key}\\b`, 'i'), (found) => {
    const other = by.get(key) ?? key;
    return /^[A-Z]/.test(found) ? other.replace(/^./, (letter) => letter.toUpperCase()) : other;
  });
}

function firstOf<T>(list: readonly T[], make: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const made = make(one);
    if (made !== undefined) return made;
  }
  return undefined;
}

/** `a string to a number` becomes `a number to a string`. */
function swapped(sentence: string): string | undefined {
  const pattern =
    /\b((?:the|an?|its|this|each|every) )([a-z]{3,}) (to|from|into|before|after|by|over|within|inside|of|for|in|on|against) ((?:the|an?|its|this|each|every) )([a-z]{3,})\b/;
  const found = pattern.exec(sentence);
  if (found === null || found[2] === found[5]) return undefined;
  return restated(sentence).replace(pattern, '$1$5 $3 $4$2');
}

function withNegation(sentence: string): string | undefined {
  const auxiliary = /\b(is|are|was|were|will|can|must|should|may|has|have)\b(?! not)/;
  if (auxiliary.test(sentence)) return restated(sentence).replace(auxiliary, '$1 not');
  const verb = /^([A-Z][a-z]+)s (the|a|an|all|its|whether|if)\b/.exec(sentence);
  if (verb !== null)
    return restated(sentence).replace(
      /^([A-Z][a-z]+)s /,
      (_, stem: string) => `Does not ${stem.toLowerCase()} `,
    );
  const bare = /^([A-Z][a-z]+) (the|a|an|all|its|whether|if)\b/.exec(sentence);
  return bare === null
    ? undefined
    : restated(sentence).replace(/^[A-Z][a-z]+/, (word) => `Never ${word.toLowerCase()}`);
}

function withoutNegation(sentence: string): string | undefined {
  const plain = restated(sentence)
    .replace(/\b(do|does|did)(?: not|n['’]t) /, '')
    .replace(/\b(is|are|was|were|can|could|should|must|will|would|has|have)(?: not|n['’]t)\b/, '$1')
    .replace(/\bcannot\b/, 'can')
    .replace(/\bnever /i, 'always ')
    .replace(/\bwithout\b/, 'with')
    .replace(/\bno /, 'a ');
  return plain === restated(sentence) || hasNegation(plain) ? undefined : plain;
}

const newNumber = (value: string): string => {
  const at = numberWords.indexOf(value);
  if (at >= 0) return numberWords[(at + 2) % numberWords.length] ?? 'nine';
  return String(Number(value) + (Number(value) > 100 ? 500 : 3));
};

const units: ReadonlyMap<string, string> = new Map([
  ['seconds', 'minutes'],
  ['milliseconds', 'seconds'],
  ['minutes', 'hours'],
  ['bytes', 'kilobytes'],
  ['bits', 'bytes'],
  ['characters', 'words'],
  ['hours', 'days'],
  ['days', 'weeks'],
]);

/** Changed claims about which function calls which. */
const callKinds: Readonly<Record<string, MakeClaim>> = {
  'roles of a call swapped': ({ it, pick }) => {
    const callee = pick(it.calls);
    if (callee === undefined) return [];
    return first(
      pick([
        cite(`\`${callee}\` calls \`${it.name}\``),
        cite(`\`${it.name}\` is called by \`${callee}\``),
        cite(`${callee} uses \`${it.name}\` to do its work`),
      ]),
    );
  },
  'call denied': ({ it, pick }) => {
    const callee = pick(it.calls);
    if (callee === undefined) return [];
    return first(
      pick([
        cite(`\`${it.name}\` does not call \`${callee}\``),
        cite(`\`${it.name}\` never calls \`${callee}\``),
        cite(`\`${it.name}\` works without \`${callee}\``),
        cite(`\`${callee}\` isn't used by \`${it.name}\``),
        cite(`\`${it.name}\` avoids calling \`${callee}\``),
      ]),
    );
  },
  'invented name in back-ticks': (material) => {
    const name = strangeName(material);
    return name === undefined ? [] : [cite(`\`${material.it.name}\` calls \`${name}\``)];
  },
  'invented name without back-ticks': (material) => {
    const { it, stranger, pick } = material;
    const name = pick(stranger.calls.filter((one) => isSeenAsName(one) && !it.file.text.includes(one)));
    if (name === undefined) return [];
    return first(
      pick([
        cite(`\`${it.name}\` hands over to ${name} for the rest`),
        cite(`\`${it.name}\` is a wrapper of ${name}()`),
        cite(`\`${it.name}\` reads the ${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()} variable`),
        cite(`\`${it.name}\` takes the flag --${name.toLowerCase().replaceAll('_', '-')}`),
        cite(`\`${it.name}\` goes through options.${name}`),
      ]),
    );
  },
  'true half and invented half': (material) => {
    const { it, pick } = material;
    const [callee, deed] = [pick(it.calls), strangeDeed(material)];
    if (callee === undefined || deed === undefined) return [];
    return first(
      pick([
        cite(`\`${it.name}\` calls \`${callee}\`, and it ${deed}`),
        cite(`\`${it.name}\` calls \`${callee}\` and then ${deed}`),
        cite(`\`${it.name}\`, which ${deed}, calls \`${callee}\``),
        cite(`While \`${it.name}\` ${deed}, \`${callee}\` is called`),
        cite(`\`${it.name}\` calls \`${callee}\`; it also ${deed}`),
      ]),
    );
  },
  'true quotation and invented half': (material) => {
    const [sentence, deed] = [material.pick(material.it.sentences), strangeDeed(material)];
    return sentence === undefined || deed === undefined
      ? []
      : [cite(`\`${material.it.name}\` is documented: “${sentence}”, and it ${deed}`)];
  },
  'number invented beside true names': ({ it, pick }) => {
    const callee = pick(it.calls);
    const number = pick([8080, 45, 9443, 37, 250, 6, 120].filter((one) => !it.text.includes(String(one))));
    if (callee === undefined || number === undefined) return [];
    return first(
      pick([
        cite(`\`${it.name}\` calls \`${callee}\` ${number} times`),
        cite(`\`${it.name}\` calls \`${callee}\` with a time-out of ${number} seconds`),
        cite(`\`${it.name}\` calls \`${callee}\` on port ${number}`),
        cite(`\`${it.name}\` has called \`${callee}\` since version 3.${number}`),
        cite(`\`${it.name}\` calls \`${callee}\` up to seventeen times`),
        cite(`\`${it.name}\` gives \`${callee}\` ${number} %`),
        cite(`\`${it.name}\` calls \`${callee}\` on line ${it.endLine + number}`),
      ]),
    );
  },
  'wrong file': ({ it, stranger, pick }) => {
    const path = stranger.file.path;
    return path.split('/').at(-1) === it.file.path.split('/').at(-1)
      ? []
      : first(
          pick([
            cite(`\`${it.name}\` is defined in \`${path}\``),
            cite(`\`${it.name}\` is defined in ${path}`),
            cite(`The file ${path} holds \`${it.name}\``),
          ]),
        );
  },
  'invented address': ({ it, pick }) =>
    first(
      pick([
        cite(`\`${it.name}\` is described at https://docs.${it.name.toLowerCase()}.dev/guide`),
        cite(`See https://github.com/example/${it.name} for \`${it.name}\``),
        cite(`\`${it.name}\` sends its data to www.${it.name.toLowerCase().replaceAll('_', '')}-metrics.com`),
      ]),
    ),
  'wrong lines': ({ it, pick }) =>
    first(
      pick([
        cite(`\`${it.name}\` is defined on line ${it.endLine + 40}`),
        cite(`Lines ${it.startLine + 70}–${it.endLine + 75} define \`${it.name}\``),
        cite(`\`${it.name}\` begins at line ${it.startLine + 500}`),
        cite(`\`${it.name}\` stands at L${it.endLine + 33}`),
      ]),
    ),
  'id issued for something else': ({ it, stranger, pick }) => {
    const callee = pick(it.calls.filter((name) => !stranger.file.text.includes(name)));
    const sentence = pick(it.sentences);
    return first(
      pick([
        ...(callee === undefined
          ? []
          : [cite(`\`${it.name}\` calls \`${callee}\``, 'e3'), cite(`\`${callee}\` is called`, 'e3')]),
        ...(sentence === undefined
          ? []
          : [cite(`The comment says “${sentence}”`, 'e3'), cite(restated(sentence), 'e3')]),
      ]),
    );
  },
  'id never issued': ({ it, pick }) => {
    const callee = pick(it.calls);
    return callee === undefined
      ? []
      : first(
          pick([
            cite(`\`${it.name}\` calls \`${callee}\``, 'e97'),
            cite(`\`${it.name}\` calls \`${callee}\` [chunk:e1]`, 'e97'),
          ]),
        );
  },
  'line of code altered': (material) => {
    const { it, pick } = material;
    const [quoted, name] = [pick(it.lines), strangeName(material)];
    const callee =
      it.calls.find((one) => quoted?.[0].includes(one)) ?? /[A-Za-z_]{4,}/.exec(quoted?.[0] ?? '')?.[0];
    if (quoted === undefined || name === undefined || callee === undefined) return [];
    return [cite(`\`${it.name}\` contains \`${quoted[0].replace(callee, name)}\``)];
  },
  'said in another language': ({ it, pick }) =>
    first(pick(inOtherLanguages.map((sentence) => cite(sentence.replace('%', `\`${it.name}\``))))),
};

/** Changed claims about what comments say. */
const proseKinds: Readonly<Record<string, MakeClaim>> = {
  'quotation altered': (material) => {
    const { it, pick } = material;
    const sentence = pick(it.sentences);
    if (sentence === undefined) return [];
    const word = strangeWord(material);
    const changed =
      replaced(sentence, otherWords) ?? (word && sentence.replace(words(sentence)[1] ?? '', word));
    return changed === undefined || it.text.includes(changed)
      ? []
      : [cite(`\`${it.name}\` is documented: “${restated(changed)}”`)];
  },
  'opposite word': ({ it }) =>
    first(firstOf(it.sentences, (sentence) => replaced(sentence, otherWords))).map((text) => cite(text)),
  'a word of another subject': (material) => {
    const [sentence, word] = [material.pick(material.it.sentences), strangeWord(material)];
    const [, target] = words(sentence ?? '');
    if (sentence === undefined || word === undefined || target === undefined) return [];
    return [cite(restated(sentence).replace(target, word.toLowerCase()))];
  },
  'a sentence of another repository': ({ it, stranger, pick }) => {
    const sentence = pick(stranger.sentences.filter((one) => !it.text.includes(one)));
    return sentence === undefined
      ? []
      : [cite(restated(sentence)), cite(`\`${it.name}\`: ${lowered(sentence)}`)].slice(0, 1);
  },
  'roles in prose swapped': ({ it }) => first(firstOf(it.sentences, swapped)).map((text) => cite(text)),
  'denial put in': ({ it }) =>
    first(
      firstOf(
        it.sentences.filter((one) => !hasNegation(one)),
        withNegation,
      ),
    ).map((text) => cite(text)),
  'denial left out': ({ it }) =>
    first(firstOf(it.sentences.filter(hasNegation), withoutNegation)).map((text) => cite(text)),
  'quantifier changed': ({ it }) =>
    first(firstOf(it.sentences, (sentence) => replaced(sentence, otherQuantifiers))).map((text) =>
      cite(text),
    ),
  'quantifier put in': ({ it, pick }) => {
    const sentence = it.sentences.find((one) => /^[A-Z][a-z]+s (?:the|a|an) /.test(one) && !hasNegation(one));
    if (sentence === undefined) return [];
    const word = pick(['Always', 'Only sometimes', 'Rarely', 'At most twice']);
    return [cite(`${word} ${lowered(sentence)}`)];
  },
  'number in prose changed': ({ it }) =>
    first(
      firstOf(it.sentences, (sentence) => {
        const value = numberIn(sentence);
        return value === undefined
          ? undefined
          : restated(sentence).replace(new RegExp(`\\b${value}\\b`), newNumber(value));
      }),
    ).map((text) => cite(text)),
  'unit changed': ({ it }) =>
    first(
      firstOf(
        it.sentences.filter((one) => numberIn(one) !== undefined),
        (sentence) => replaced(sentence, units),
      ),
    ).map((text) => cite(text)),
  'number in code changed': ({ it, pick }) => {
    const found = pick(it.numbers);
    if (found === undefined) return [];
    const value = newNumber(found[1].replaceAll('_', ''));
    return first(
      pick([
        cite(`The number used for \`${found[0]}\` is ${value}`),
        cite(`\`${it.name}\` works with \`${found[0]}\` and ${Number(value).toLocaleString('en-US')}`),
      ]),
    );
  },
};

export const fabricatedKinds: Readonly<Record<string, MakeClaim>> = { ...callKinds, ...proseKinds };

/** True, in languages whose words the checks cannot hold to English ones: flagged for want of a proof, and counted apart. */
export const limitKinds: Readonly<Record<string, MakeClaim>> = {
  'true, in another language': ({ it, pick }) => {
    const callee = pick(it.calls);
    if (callee === undefined) return [];
    return first(
      pick([
        cite(`\`${it.name}\` ruft innerhalb seiner Schleife die Funktion \`${callee}\` auf`),
        cite(`\`${it.name}\` appelle la fonction \`${callee}\``),
        cite(`\`${it.name}\` llama a la función \`${callee}\``),
        cite(`\`${it.name}\` 调用 \`${callee}\``),
      ]),
    );
  },
};
