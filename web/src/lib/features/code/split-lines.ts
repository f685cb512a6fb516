/** Splits a text into lines for display. A final line break does not start a line, `\r\n` is one break, and an empty text has no lines. */
export function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}
