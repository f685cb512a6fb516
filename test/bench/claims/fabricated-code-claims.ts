/** Kinds of claims about names, files, lines and citations that a look-up does not find. Each is made from a true claim by one change. */

import type { MakeClaim } from './claim-case.ts';
import { cite, looksLikeIdentifier } from './reword-sentence.ts';
import { toList, pickUnrelatedName } from './unrelated-material.ts';

export const fabricatedCodeKinds: Readonly<Record<string, MakeClaim>> = {
  'invented name in back-ticks': (material) => {
    const name = pickUnrelatedName(material);
    return name === undefined ? [] : [cite(`\`${material.definition.name}\` calls \`${name}\``)];
  },
  'invented name without back-ticks': (material) => {
    const { definition, unrelated, pick } = material;
    const name = pick(
      unrelated.calls.filter(
        (callee) => looksLikeIdentifier(callee) && !definition.file.text.includes(callee),
      ),
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
  'real name of an invented type': (material) => {
    const { definition, pick } = material;
    const [callee, name] = [pick(definition.calls), pickUnrelatedName(material)];
    if (callee === undefined || name === undefined) return [];
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    const { path, text } = definition.file;
    return `${path}\n${text}`.toLowerCase().includes(name.toLowerCase())
      ? []
      : [cite(`\`${definition.name}\` calls \`${type}.${callee}\``)];
  },
  'number invented beside true names': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    const number = pick(
      [8080, 45, 9443, 37, 250, 6, 120].filter((candidate) => !definition.text.includes(String(candidate))),
    );
    if (callee === undefined || number === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` calls \`${callee}\` ${number} times`),
        cite(`\`${definition.name}\` calls \`${callee}\` with a time-out of ${number} seconds`),
        cite(`\`${definition.name}\` calls \`${callee}\` on port ${number}`),
        cite(`\`${definition.name}\` has called \`${callee}\` since version 3.${number}`),
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
        ...(sentence === undefined ? [] : [cite(`The comment says “${sentence}”`, 'e3')]),
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
    const [quoted, name] = [pick(definition.lines), pickUnrelatedName(material)];
    const callee =
      definition.calls.find((call) => quoted?.[0].includes(call)) ??
      /[A-Za-z_]{4,}/.exec(quoted?.[0] ?? '')?.[0];
    if (quoted === undefined || name === undefined || callee === undefined) return [];
    return [cite(`\`${definition.name}\` contains \`${quoted[0].replace(callee, name)}\``)];
  },
};
