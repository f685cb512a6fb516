/** What a commit's message says below its subject. Pure. */

export function messageBody(message: string, subject: string): string {
  const text = message.replaceAll('\r\n', '\n').trim();
  return (text.startsWith(subject) ? text.slice(subject.length) : text).trim();
}

/** The message in a commit's record: what stands below the first empty line, behind its id, author and day. */
export function messageOfRecord(record: string): string {
  const end = record.indexOf('\n\n');
  return end < 0 ? '' : record.slice(end + 2);
}
