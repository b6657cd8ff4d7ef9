import type { JSX as Attributes } from 'hono/jsx/jsx-runtime'

/**
 * HTML that is safe to insert into a page. Elements are rendered to strings immediately, inner elements first, because building a tree took
 * most of the rendering time.
 */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Content of an element. Strings are escaped. Booleans, null and undefined render nothing. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[]

/** Marks HTML from our own code as safe, so that it is not escaped. */
export const raw = (text: string): Html => new Html(text)

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => Child

/** Renders an element or a component. The compiler turns JSX into calls to this function. */
export function jsx(tag: string | Component, props: Props): Html {
  if (typeof tag === 'function') {
    const made = tag(props)
    return made instanceof Html ? made : new Html(textOf(made))
  }
  const { opens, closes, textOnly } = tags.get(tag) ?? tagOf(tag)
  let text = opens
  let inside = ''
  for (const name in props) {
    if (name === 'children') inside = textOf(props['children'] as Child)
    else if (name === 'dangerouslySetInnerHTML') inside = (props[name] as { __html: string }).__html
    else text += attribute(name, props[name])
  }
  if (textOnly) inside = inside.replaceAll(BDI_TAGS, '')
  return new Html(closes === null ? text + '/>' : text + '>' + inside + closes)
}

export { jsx as jsxs }

/** Renders its children without an element: `<>…</>`. */
export const Fragment = ({ children }: { children?: Child }): Html => new Html(textOf(children))

function textOf(child: Child): string {
  if (typeof child === 'string') return isolated(child)
  if (child instanceof Html) return child.text
  if (typeof child === 'number') return String(child)
  if (!Array.isArray(child)) {
    if (typeof child === 'object' && child !== null) throw new Error('This value cannot be rendered in a page.')
    return ''
  }
  let text = ''
  for (const each of child as readonly Child[]) text += textOf(each)
  return text
}

function attribute(name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean' && SWITCHES.has(name)) return value ? ` ${name}=""` : ''
  const known = names.get(name) ?? nameOf(name)
  if (typeof value === 'string') return textAttribute(known, value)
  if (typeof value === 'number' || typeof value === 'boolean') return textAttribute(known, String(value))
  throw new Error(`The attribute ${name} accepts text, a number or a boolean.`)
}

/**
 * Escapes text between tags. Isolates each run of right-to-left letters, so that an Arabic or Hebrew name does not reverse the order of
 * nearby prices and arrows.
 */
const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? escaped(text).replaceAll(RIGHT_TO_LEFT_RUN, '<bdi>$&</bdi>') : escaped(text)

/** Letters in right-to-left scripts. `RIGHT_TO_LEFT` matches them as UTF-16 code units, and `RTL` lists them as code points. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/
const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}'
/**
 * Matches a run of right-to-left text. The run ends with the last right-to-left letter before a letter in a different script, an amount, an
 * arrow, a quote, a tag or a new line.
 */
const RIGHT_TO_LEFT_RUN = new RegExp(`[${RTL}](?:[[\\P{L}--[$→·“”&<>\\r\\n]]${RTL}]*[${RTL}])?`, 'gv')

/** Elements that contain only text. Inside them, browsers display tags as text. */
const TEXT_ONLY = new Set(['title', 'textarea', 'option'])
const BDI_TAGS = /<\/?bdi>/g

function escaped(text: string): string {
  const first = text.search(SPECIAL)
  if (first === -1) return text
  let result = ''
  let from = 0
  for (let at = first; at < text.length; at++) {
    const entity = ENTITIES[text.charCodeAt(at)]
    if (entity === undefined) continue
    result += text.slice(from, at) + entity
    from = at + 1
  }
  return result + text.slice(from)
}

const SPECIAL = /[&<>'"]/
const ENTITIES: Readonly<Record<number, string>> = { 34: '&quot;', 38: '&amp;', 39: '&#39;', 60: '&lt;', 62: '&gt;' }

type Tag = { opens: string; closes: string | null; textOnly: boolean }
/**
 * `opens`: the attribute's name and opening quote, as written before its value. `values`: cache of rendered attributes, or null if the
 * attribute's values rarely repeat.
 */
type Name = { opens: string; values: Map<string, string> | null }

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const REPEATED = new Set('class decoding fill height loading method rel role sizes stroke type viewBox width'.split(' '))

/**
 * Caches for tags and attributes, by name. `MOST_NAMES` limits their size, because a page may pass arbitrary attribute names to an element.
 */
const tags = new Map<string, Tag>()
const names = new Map<string, Name>()
const MOST_NAMES = 1_000
const MOST_VALUES = 1_000

function tagOf(tag: string): Tag {
  const made = { opens: whole('<', tag), closes: VOID.has(tag) ? null : whole('</', tag, '>'), textOnly: TEXT_ONLY.has(tag) }
  if (tags.size < MOST_NAMES) tags.set(tag, made)
  return made
}

function nameOf(name: string): Name {
  if (!/^[\w.:-]+$/.test(name)) throw new Error(`"${name}" is not an attribute name.`)
  const made = { opens: whole(' ', name, '="'), values: REPEATED.has(name) ? new Map<string, string>() : null }
  if (names.size < MOST_NAMES) names.set(name, made)
  return made
}

function textAttribute({ opens, values }: Name, value: string): string {
  const known = values?.get(value)
  if (known !== undefined) return known
  if (values === null || values.size >= MOST_VALUES) return opens + escaped(value) + '"'
  const made = whole(opens, escaped(value), '"')
  values.set(value, made)
  return made
}

/**
 * Joins strings into a flat string. The `+` operator builds a rope, and flattening a rope of ten thousand pieces takes longer than joining
 * them.
 */
const whole = (...parts: string[]): string => parts.join('')

/** Boolean attributes of HTML. */
const SWITCHES = new Set(
  `allowfullscreen async autofocus autoplay checked controls default defer disabled download formnovalidate hidden inert ismap itemscope
  loop multiple muted nomodule novalidate open playsinline readonly required reversed selected`.split(/\s+/),
)

/** Types with which the compiler checks JSX. */
export declare namespace JSX {
  type Element = Html
  type ElementType = string | ((props: never) => Child)
  type ElementChildrenAttribute = { children: Child }
  /** HTML elements have typed attributes. All other elements, such as SVG elements, accept any attributes. */
  type IntrinsicElements = Elements & { [tag: string]: Props }
}

type Elements = {
  [Tag in keyof Attributes.IntrinsicElements as string extends Tag ? never : Tag]: Omit<Attributes.IntrinsicElements[Tag], 'children'> & {
    children?: Child
  }
}
