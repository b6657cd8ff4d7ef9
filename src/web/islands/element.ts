/** Creates an element with its nonempty attributes and its children. Strings become text nodes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  children: readonly (Node | string)[],
): HTMLElementTagNameMap[K] {
  const one = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== '') one.setAttribute(name, value)
  one.append(...children)
  return one
}
