/**
 * The lines of a file as the viewer shows them: a last line break ends a line and begins none, and a carriage return
 * before it is part of the break. An empty file has no line.
 */
export function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}
