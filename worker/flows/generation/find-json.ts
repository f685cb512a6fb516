/**
 * The JSON in what a model wrote: models put it in fences and say a sentence before or after it, whatever they are asked for. Each
 * attempt reads the text once and there are few of them, so a text of brackets costs no more than its length times those.
 */

/** What is longer is no answer of a few hundred tokens. */
const longestText = 50_000;
const mostAttempts = 8;

/** The first object or list in it that can be read; undefined where there is none. */
export function findJson(text: string): unknown {
  const read = text.slice(0, longestText);
  let from = read.search(/[{[]/);
  for (let attempt = 0; attempt < mostAttempts && from >= 0; attempt += 1) {
    const end = endOf(read, from);
    const value = end === undefined ? undefined : parsed(read.slice(from, end));
    if (value !== undefined) return value;
    const next = read.slice(from + 1).search(/[{[]/);
    from = next < 0 ? next : from + 1 + next;
  }
  return undefined;
}

/** After the bracket that closes the one at `from`; brackets within strings close nothing. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (isString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isString = false;
    } else if (letter === '"') isString = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
