/** The body of a commit message, below its subject. Pure. */

export function messageBody(message: string, subject: string): string {
  const text = message.replaceAll('\r\n', '\n').trim();
  return (text.startsWith(subject) ? text.slice(subject.length) : text).trim();
}

/** The message in a commit record: the text after the first empty line, which follows id, author and date. */
export function messageOfRecord(record: string): string {
  const end = record.indexOf('\n\n');
  return end < 0 ? '' : record.slice(end + 2);
}
