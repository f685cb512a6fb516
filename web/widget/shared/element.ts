/** Creates elements from text and attributes. It never parses HTML, because answers quote repositories. */

export type Child = Node | string | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** @param attributes `true` for an attribute without a value; false and undefined for none */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(attribute, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

export function createButton(attributes: Attributes, label: Child, onClick: () => void): HTMLButtonElement {
  const button = createElement('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', onClick);
  return button;
}

/** An icon from the data of an SVG path in a square of 24 units. */
export function createIcon(data: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(namespace, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', data);
  icon.append(path);
  return icon;
}
