/** The expected results for the JavaScript fixture: CommonJS alongside modules, generators, private fields, prototype methods. */
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
  references: `
    13 extends Error < SettingsError
    5 call require
    6 call require
    18 call super.constructor < SettingsError.constructor
    20 value SettingsError < SettingsError.constructor
    24 value SettingsError < SettingsError.count
    24 value SettingsError.#count < SettingsError.count
    35 call resolve < readFile
    35 call joinPath < readFile
    35 value process < readFile
    35 call process.cwd < readFile
    36 call fs.existsSync < readFile
    38 value JSON < readFile
    38 call JSON.parse < readFile
    38 call fs.readFileSync < readFile
    40 call SettingsError < readFile
    44 value process < fromEnvironment
    45 value Object < fromEnvironment
    45 call Object.entries < fromEnvironment
    46 call key.startsWith < fromEnvironment
    46 value PREFIX < fromEnvironment
    47 call key.slice < fromEnvironment
    47 value PREFIX < fromEnvironment
    47 value PREFIX.length < fromEnvironment
    47 call key.slice().toLowerCase < fromEnvironment
    56 call ?.exec < parseArguments
    66 call Number < toNumber
    67 value Number < toNumber
    67 call Number.isNaN < toNumber
    71 value cache < load
    71 value cache < load
    72 call readFile < load
    73 value Object < load
    73 call Object.fromEntries < load
    73 call fromEnvironment < load
    77 call check < load
    77 call SettingsError < load
    78 call deepMerge < load
    78 call merge < load
    78 call parseArguments < load
    78 value process < load
    78 call process.argv.slice < load
    79 value cache < load
    79 call toNumber < load
    79 value cache < load
    79 value cache.port < load
    80 value cache < load
    83 value SettingsError
    84 value this.code < SettingsError.toJSON
    84 value this.message < SettingsError.toJSON
    87 value module
    87 value readFile
    87 value PREFIX
    88 value exports
    88 value parseArguments
  `,
  outline: `
    5 import node:fs: * as fs
    6 import node:path: resolve, join as joinPath
    7 import ./merge.js: default as merge, deep as deepMerge
    export readFile as readFile
    export PREFIX as PREFIX
    export parseArguments as parseArguments
    typed readFile path: resolve()
    typed toNumber number: Number()
    typed load base: readFile()
    typed load environment: Object.fromEntries()
    locals SettingsError.constructor: name expected
    locals readFile: file path error
    locals fromEnvironment: environment key value
    locals parseArguments: argv found i match
    locals toNumber: value number
    locals load: file fresh base environment
    locals load.check: name
  `,
  invalidSyntax: 'let a = 1 2;\n\nclass Good { kept() {} }\n',
  intactDefinition: 'Good.kept',
};
