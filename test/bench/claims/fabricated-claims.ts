/** Kinds of claims that their citations do not support. Each is made from a true claim by one change. */

import type { ClaimMaterial, MakeClaim } from './claim-case.ts';
import {
  cite,
  hasNegation,
  looksLikeIdentifier,
  lowercaseFirst,
  findNumber,
  withoutPeriod,
} from './true-claims.ts';
import {
  otherLanguageTemplates,
  numberWords,
  contrastingQuantifiers,
  contrastingWords,
} from './word-tables.ts';

function toList(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

const words = (text: string): readonly string[] => text.match(/[A-Za-z]{5,}/g) ?? [];

/** A name of another repository that does not occur in the file. */
function unrelatedName({ definition, unrelated, pick }: ClaimMaterial): string | undefined {
  return pick(
    [...unrelated.calls, unrelated.name].filter(
      (name) => name.length > 5 && !definition.file.text.includes(name),
    ),
  );
}

/** A word of another repository's comments that does not occur in the cited lines. */
function unrelatedWord({ definition, unrelated, pick, isDistinctive }: ClaimMaterial): string | undefined {
  const citedText = definition.text.toLowerCase();
  return pick(
    unrelated.sentences
      .flatMap((sentence) => words(sentence).slice(1))
      .filter(
        (word) =>
          word.length > 5 && isDistinctive(word) && !citedText.includes(word.toLowerCase().slice(0, 5)),
      ),
  );
}

/** A sentence of another repository that begins with a verb, with a lowercase first letter. */
function unrelatedAction({ definition, unrelated, pick }: ClaimMaterial): string | undefined {
  const action = pick(
    unrelated.sentences.filter((sentence) => /^[A-Z][a-z]+s\s(?:the|a|an|all|its|whether)\s/.test(sentence)),
  );
  if (action === undefined || definition.text.includes(words(action)[1] ?? '')) return undefined;
  return lowercaseFirst(action);
}

function replaceTerm(sentence: string, by: ReadonlyMap<string, string>): string | undefined {
  const keys = [...by.keys()].filter((key) => new RegExp(`\\b${key}\\b`, 'i').test(sentence));
  const key = keys.toSorted((a, b) => b.length - a.length)[0];
  if (key === undefined) return undefined;
  return withoutPeriod(sentence).replace(new RegExp(`\\b${key}\\b`, 'i'), (found) => {
    const other = by.get(key) ?? key;
    return /^[A-Z]/.test(found) ? other.replace(/^./, (letter) => letter.toUpperCase()) : other;
  });
}

function firstResult<T>(list: readonly T[], make: (one: T) => string | undefined): string | undefined {
  for (const one of list) {
    const made = make(one);
    if (made !== undefined) return made;
  }
  return undefined;
}

/** `a string to a number` becomes `a number to a string`. */
function swapNouns(sentence: string): string | undefined {
  const pattern =
    /\b((?:the|an?|its|this|each|every) )([a-z]{3,}) (to|from|into|before|after|by|over|within|inside|of|for|in|on|against) ((?:the|an?|its|this|each|every) )([a-z]{3,})\b/;
  const found = pattern.exec(sentence);
  if (found === null || found[2] === found[5]) return undefined;
  return withoutPeriod(sentence).replace(pattern, '$1$5 $3 $4$2');
}

function addNegation(sentence: string): string | undefined {
  const auxiliary = /\b(is|are|was|were|will|can|must|should|may|has|have)\b(?! not)/;
  if (auxiliary.test(sentence)) return withoutPeriod(sentence).replace(auxiliary, '$1 not');
  const verb = /^([A-Z][a-z]+)s (the|a|an|all|its|whether|if)\b/.exec(sentence);
  if (verb !== null)
    return withoutPeriod(sentence).replace(
      /^([A-Z][a-z]+)s /,
      (_, stem: string) => `Does not ${stem.toLowerCase()} `,
    );
  const bare = /^([A-Z][a-z]+) (the|a|an|all|its|whether|if)\b/.exec(sentence);
  return bare === null
    ? undefined
    : withoutPeriod(sentence).replace(/^[A-Z][a-z]+/, (word) => `Never ${word.toLowerCase()}`);
}

function removeNegation(sentence: string): string | undefined {
  const plain = withoutPeriod(sentence)
    .replace(/\b(do|does|did)(?: not|n['’]t) /, '')
    .replace(/\b(is|are|was|were|can|could|should|must|will|would|has|have)(?: not|n['’]t)\b/, '$1')
    .replace(/\bcannot\b/, 'can')
    .replace(/\bnever /i, 'always ')
    .replace(/\bwithout\b/, 'with')
    .replace(/\bno /, 'a ');
  return plain === withoutPeriod(sentence) || hasNegation(plain) ? undefined : plain;
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

/** Fabricated claims about calls, files, lines and citations. */
const callKinds: Readonly<Record<string, MakeClaim>> = {
  'roles of a call swapNouns': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    if (callee === undefined) return [];
    return toList(
      pick([
        cite(`\`${callee}\` calls \`${definition.name}\``),
        cite(`\`${definition.name}\` is called by \`${callee}\``),
        cite(`${callee} uses \`${definition.name}\` to do its work`),
      ]),
    );
  },
  'call denied': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    if (callee === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` does not call \`${callee}\``),
        cite(`\`${definition.name}\` never calls \`${callee}\``),
        cite(`\`${definition.name}\` works without \`${callee}\``),
        cite(`\`${callee}\` isn't used by \`${definition.name}\``),
        cite(`\`${definition.name}\` avoids calling \`${callee}\``),
      ]),
    );
  },
  'invented name in back-ticks': (material) => {
    const name = unrelatedName(material);
    return name === undefined ? [] : [cite(`\`${material.definition.name}\` calls \`${name}\``)];
  },
  'invented name without back-ticks': (material) => {
    const { definition, unrelated, pick } = material;
    const name = pick(
      unrelated.calls.filter((one) => looksLikeIdentifier(one) && !definition.file.text.includes(one)),
    );
    if (name === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` hands over to ${name} for the rest`),
        cite(`\`${definition.name}\` is a wrapper of ${name}()`),
        cite(
          `\`${definition.name}\` reads the ${name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()} variable`,
        ),
        cite(`\`${definition.name}\` takes the flag --${name.toLowerCase().replaceAll('_', '-')}`),
        cite(`\`${definition.name}\` goes through options.${name}`),
      ]),
    );
  },
  'true half and invented half': (material) => {
    const { definition, pick } = material;
    const [callee, action] = [pick(definition.calls), unrelatedAction(material)];
    if (callee === undefined || action === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` calls \`${callee}\`, and it ${action}`),
        cite(`\`${definition.name}\` calls \`${callee}\` and then ${action}`),
        cite(`\`${definition.name}\`, which ${action}, calls \`${callee}\``),
        cite(`While \`${definition.name}\` ${action}, \`${callee}\` is called`),
        cite(`\`${definition.name}\` calls \`${callee}\`; it also ${action}`),
      ]),
    );
  },
  'true quotation and invented half': (material) => {
    const [sentence, action] = [material.pick(material.definition.sentences), unrelatedAction(material)];
    return sentence === undefined || action === undefined
      ? []
      : [cite(`\`${material.definition.name}\` is documented: “${sentence}”, and it ${action}`)];
  },
  'number invented beside true names': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    const number = pick(
      [8080, 45, 9443, 37, 250, 6, 120].filter((one) => !definition.text.includes(String(one))),
    );
    if (callee === undefined || number === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` calls \`${callee}\` ${number} times`),
        cite(`\`${definition.name}\` calls \`${callee}\` with a time-out of ${number} seconds`),
        cite(`\`${definition.name}\` calls \`${callee}\` on port ${number}`),
        cite(`\`${definition.name}\` has called \`${callee}\` since version 3.${number}`),
        cite(`\`${definition.name}\` calls \`${callee}\` up to seventeen times`),
        cite(`\`${definition.name}\` gives \`${callee}\` ${number} %`),
        cite(`\`${definition.name}\` calls \`${callee}\` on line ${definition.endLine + number}`),
      ]),
    );
  },
  'wrong file': ({ definition, unrelated, pick }) => {
    const path = unrelated.file.path;
    return path.split('/').at(-1) === definition.file.path.split('/').at(-1)
      ? []
      : toList(
          pick([
            cite(`\`${definition.name}\` is defined in \`${path}\``),
            cite(`\`${definition.name}\` is defined in ${path}`),
            cite(`The file ${path} holds \`${definition.name}\``),
          ]),
        );
  },
  'invented address': ({ definition, pick }) =>
    toList(
      pick([
        cite(
          `\`${definition.name}\` is described at https://docs.${definition.name.toLowerCase()}.dev/guide`,
        ),
        cite(`See https://github.com/example/${definition.name} for \`${definition.name}\``),
        cite(
          `\`${definition.name}\` sends its data to www.${definition.name.toLowerCase().replaceAll('_', '')}-metrics.com`,
        ),
      ]),
    ),
  'wrong lines': ({ definition, pick }) =>
    toList(
      pick([
        cite(`\`${definition.name}\` is defined on line ${definition.endLine + 40}`),
        cite(`Lines ${definition.startLine + 70}–${definition.endLine + 75} define \`${definition.name}\``),
        cite(`\`${definition.name}\` begins at line ${definition.startLine + 500}`),
        cite(`\`${definition.name}\` stands at L${definition.endLine + 33}`),
      ]),
    ),
  'id issued for something else': ({ definition, unrelated, pick }) => {
    const callee = pick(definition.calls.filter((name) => !unrelated.file.text.includes(name)));
    const sentence = pick(definition.sentences);
    return toList(
      pick([
        ...(callee === undefined
          ? []
          : [
              cite(`\`${definition.name}\` calls \`${callee}\``, 'e3'),
              cite(`\`${callee}\` is called`, 'e3'),
            ]),
        ...(sentence === undefined
          ? []
          : [cite(`The comment says “${sentence}”`, 'e3'), cite(withoutPeriod(sentence), 'e3')]),
      ]),
    );
  },
  'id never issued': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    return callee === undefined
      ? []
      : toList(
          pick([
            cite(`\`${definition.name}\` calls \`${callee}\``, 'e97'),
            cite(`\`${definition.name}\` calls \`${callee}\` [chunk:e1]`, 'e97'),
          ]),
        );
  },
  'line of code altered': (material) => {
    const { definition, pick } = material;
    const [quoted, name] = [pick(definition.lines), unrelatedName(material)];
    const callee =
      definition.calls.find((one) => quoted?.[0].includes(one)) ??
      /[A-Za-z_]{4,}/.exec(quoted?.[0] ?? '')?.[0];
    if (quoted === undefined || name === undefined || callee === undefined) return [];
    return [cite(`\`${definition.name}\` contains \`${quoted[0].replace(callee, name)}\``)];
  },
  'said in another language': ({ definition, pick }) =>
    toList(
      pick(otherLanguageTemplates.map((sentence) => cite(sentence.replace('%', `\`${definition.name}\``)))),
    ),
};

/** Fabricated claims about the text of comments. */
const proseKinds: Readonly<Record<string, MakeClaim>> = {
  'quotation altered': (material) => {
    const { definition, pick } = material;
    const sentence = pick(definition.sentences);
    if (sentence === undefined) return [];
    const word = unrelatedWord(material);
    const changed =
      replaceTerm(sentence, contrastingWords) ?? (word && sentence.replace(words(sentence)[1] ?? '', word));
    return changed === undefined || definition.text.includes(changed)
      ? []
      : [cite(`\`${definition.name}\` is documented: “${withoutPeriod(changed)}”`)];
  },
  'opposite word': ({ definition }) =>
    toList(firstResult(definition.sentences, (sentence) => replaceTerm(sentence, contrastingWords))).map(
      (text) => cite(text),
    ),
  'a word of another subject': (material) => {
    const [sentence, word] = [material.pick(material.definition.sentences), unrelatedWord(material)];
    const [, target] = words(sentence ?? '');
    if (sentence === undefined || word === undefined || target === undefined) return [];
    return [cite(withoutPeriod(sentence).replace(target, word.toLowerCase()))];
  },
  'a sentence of another repository': ({ definition, unrelated, pick }) => {
    const sentence = pick(unrelated.sentences.filter((one) => !definition.text.includes(one)));
    return sentence === undefined
      ? []
      : [cite(withoutPeriod(sentence)), cite(`\`${definition.name}\`: ${lowercaseFirst(sentence)}`)].slice(
          0,
          1,
        );
  },
  'roles in prose swapNouns': ({ definition }) =>
    toList(firstResult(definition.sentences, swapNouns)).map((text) => cite(text)),
  'denial put in': ({ definition }) =>
    toList(
      firstResult(
        definition.sentences.filter((one) => !hasNegation(one)),
        addNegation,
      ),
    ).map((text) => cite(text)),
  'denial left out': ({ definition }) =>
    toList(firstResult(definition.sentences.filter(hasNegation), removeNegation)).map((text) => cite(text)),
  'quantifier changed': ({ definition }) =>
    toList(
      firstResult(definition.sentences, (sentence) => replaceTerm(sentence, contrastingQuantifiers)),
    ).map((text) => cite(text)),
  'quantifier put in': ({ definition, pick }) => {
    const sentence = definition.sentences.find(
      (one) => /^[A-Z][a-z]+s (?:the|a|an) /.test(one) && !hasNegation(one),
    );
    if (sentence === undefined) return [];
    const word = pick(['Always', 'Only sometimes', 'Rarely', 'At most twice']);
    return [cite(`${word} ${lowercaseFirst(sentence)}`)];
  },
  'number in prose changed': ({ definition }) =>
    toList(
      firstResult(definition.sentences, (sentence) => {
        const value = findNumber(sentence);
        return value === undefined
          ? undefined
          : withoutPeriod(sentence).replace(new RegExp(`\\b${value}\\b`), newNumber(value));
      }),
    ).map((text) => cite(text)),
  'unit changed': ({ definition }) =>
    toList(
      firstResult(
        definition.sentences.filter((one) => findNumber(one) !== undefined),
        (sentence) => replaceTerm(sentence, units),
      ),
    ).map((text) => cite(text)),
  'number in code changed': ({ definition, pick }) => {
    const found = pick(definition.numbers);
    if (found === undefined) return [];
    const value = newNumber(found[1].replaceAll('_', ''));
    return toList(
      pick([
        cite(`The number used for \`${found[0]}\` is ${value}`),
        cite(
          `\`${definition.name}\` works with \`${found[0]}\` and ${Number(value).toLocaleString('en-US')}`,
        ),
      ]),
    );
  },
};

export const fabricatedKinds: Readonly<Record<string, MakeClaim>> = { ...callKinds, ...proseKinds };

/** True claims in other languages. The checks cannot compare them with English text, so they flag them; they are counted separately. */
export const limitKinds: Readonly<Record<string, MakeClaim>> = {
  'true, in another language': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    if (callee === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` ruft innerhalb seiner Schleife die Funktion \`${callee}\` auf`),
        cite(`\`${definition.name}\` appelle la fonction \`${callee}\``),
        cite(`\`${definition.name}\` llama a la función \`${callee}\``),
        cite(`\`${definition.name}\` 调用 \`${callee}\``),
      ]),
    );
  },
};
