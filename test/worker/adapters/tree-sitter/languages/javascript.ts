/** JavaScript: CommonJS beside modules, generators, private fields, prototype methods. */
import source from '../../../../fixtures/languages/settings.cjs?raw';
import type { LanguageSpec } from './language-spec.ts';

export const javascript: LanguageSpec = {
  source,
  symbols: `
    9-9 constant PREFIX +
    10-10 variable cache
    13-26 class SettingsError
    14-14 property SettingsError.code
    15-15 property SettingsError.#count
    17-21 method SettingsError.constructor
    23-25 method SettingsError.count
    34-42 function readFile +
    44-50 function fromEnvironment
    52-63 function parseArguments +
    65-68 function toNumber
    70-81 function load +
    74-76 function load.check
    83-85 method SettingsError.toJSON
  `,
  signatures: {
    SettingsError: 'class SettingsError extends Error',
    fromEnvironment: 'function* fromEnvironment(environment = process.env)',
    parseArguments: 'const parseArguments = (argv) =>',
    toNumber: 'const toNumber = async function (value)',
    'SettingsError.toJSON': 'SettingsError.prototype.toJSON = function ()',
    load: "export async function load(file = 'settings.json', { fresh = false } = {})",
  },
  documentation: {
    SettingsError: { lines: '12-12', text: 'Raised when a setting has the wrong type.' },
    readFile: {
      lines: '28-33',
      text: 'Reads one file of settings.\n\n@param {string} file\n@returns {object} what the file holds, or an empty object when there is none',
    },
  },
  complexity: {
    readFile: 3,
    fromEnvironment: 4,
    parseArguments: 5,
    toNumber: 2,
    load: 6,
    'load.check': 2,
  },
  imports: ['node:fs: fs', 'node:path: resolve joinPath', './merge.js: merge deepMerge'],
  types: 'Error SettingsError',
  broken: 'let a = 1 2;\n\nclass Good { kept() {} }\n',
  survives: 'Good.kept',
};
