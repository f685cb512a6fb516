/** Groups characters that a program cannot tell apart, so that an automaton needs one transition a group. */

import { isWord, readsCharacter, type Program } from './program.ts';

const asciiCharacters = 128;

interface CharacterClasses {
  /** The class of each ASCII character. */
  readonly ascii: Uint32Array;
  /** The class of any character; classes are numbered from 1. */
  classOf(rune: number): number;
}

export function createCharacterClasses(program: Program): CharacterClasses {
  const readers = distinctReaders(program);
  const classes = new Map<string, number>();
  const known = new Map<number, number>();

  function classOf(rune: number): number {
    const cached = known.get(rune);
    if (cached !== undefined) return cached;
    const word = program.hasWordBoundaries && isWord(rune) ? 'w' : '';
    const signature = word + readers.map((reader) => (reader.matchRune(rune) ? '1' : '0')).join('');
    const found = classes.get(signature) ?? classes.size + 1;
    classes.set(signature, found);
    known.set(rune, found);
    return found;
  }

  return { classOf, ascii: Uint32Array.from({ length: asciiCharacters }, (_, rune) => classOf(rune)) };
}

/** Repetitions write the same instruction many times. */
function distinctReaders({ instructions }: Program): Program['instructions'] {
  const readers = instructions.filter(readsCharacter);
  return [
    ...new Map(
      readers.map((reader) => [`${reader.op} ${reader.arg} ${reader.runes.join()}`, reader]),
    ).values(),
  ];
}
