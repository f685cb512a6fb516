/**
 * JSON that every program reads alike. What is signed is a value, and what one is shown is a file: where a name stands twice in an object, or a
 * number is spelt with more than a double holds, the one program sees what was signed and the next something else.
 */

/** @throws SyntaxError where it is no JSON, or may be read in more than one way: its message says why, a sentence */
export function parseJson(json: string): unknown {
  const value = JSON.parse(json) as unknown;
  refuseAmbiguous(json);
  return value;
}

const whole = /^(?:0|-?[1-9]\d*)$/;
/** All that stands outside texts: marks, and what is a number or a literal. */
const mark = /[{}]|[^\s{}[\],:"]+/y;

/** One pass. @param json known to be JSON */
function refuseAmbiguous(json: string): void {
  const names: Set<string>[] = [];
  let at = 0;
  while (at < json.length) {
    if (json[at] === '"') {
      const end = endOfText(json, at);
      const after = skipSpace(json, end);
      if (json[after] === ':') noteName(names.at(-1), json.slice(at, end));
      at = after;
      continue;
    }
    mark.lastIndex = at;
    const found = mark.exec(json)?.[0] ?? '';
    if (found === '{') names.push(new Set());
    if (found === '}') names.pop();
    // A receipt counts in whole numbers alone; others, of an answer around it, are not signed.
    if (/^[-\d]/.test(found) && Number.isSafeInteger(Number(found)) && !whole.test(found))
      throw new SyntaxError(`It spells a whole number as ${found.slice(0, 40)}.`);
    at += Math.max(1, found.length);
  }
}

function noteName(names: Set<string> | undefined, text: string): void {
  const name = JSON.parse(text) as string;
  if (names?.has(name) === true)
    throw new SyntaxError(`It has ${JSON.stringify(name).slice(0, 60)} twice in one object.`);
  names?.add(name);
}

/** Behind the closing quotation mark. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && ' \t\r\n'.includes(json[at] ?? '')) at += 1;
  return at;
}
