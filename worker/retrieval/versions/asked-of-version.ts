/** "Where is it tested?" becomes "Where is it tested in v1.0?": a question as it is told where its version stood in no word of it. */
export function askedOfVersion(text: string, version: string): string {
  const whole = text.trimEnd();
  const mark = /[?.!]$/.exec(whole)?.[0] ?? '';
  return `${whole.slice(0, whole.length - mark.length)} in ${version}${mark}`;
}
