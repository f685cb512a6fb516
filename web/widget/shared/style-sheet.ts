/** Creates constructed style sheets, which a strict Content Security Policy allows. */

export function createStyleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
