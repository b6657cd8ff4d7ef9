/** Wording that no page for users may contain. `is` describes the wording, and `pattern` matches it. */
export type BadWord = { is: string; pattern: RegExp; /** Paths of the pages that may show the wording. */ except?: RegExp }

/** Pages that may show record numbers, because users may need to quote them. */
const NUMBERED = /\/(receipt|operator)\b|\/you\/orders\//

export const BAD_WORDS: readonly BadWord[] = [
  { is: 'a quoted field name', pattern: /\b(?:slug|param|body|field|q) "[^"]*"/ },
  { is: 'an array index', pattern: /\w\[\d*\]/ },
  { is: 'snake_case', pattern: /(?<![\w@./-])(?![a-z]{3}_[0-9a-z]{20})[a-z]+(?:_[a-z0-9]+)+(?![\w@])/ },
  { is: 'camelCase', pattern: /(?<![\w@./-])(?!iPhone|iPad|iPod|iMac|eBay|macOS|iOS)[a-z]+[A-Z][a-z]+\w*/ },
  { is: 'an undefined value', pattern: /\b(?:undefined|null|NaN|Infinity)\b|\[object / },
  { is: 'a plural after 1', pattern: /(?<![\d.:$-])(?<!\d,)(?<!of |photo )\b1 (?!is\b|was\b|has\b|as\b|this\b|less\b|plus\b)[a-z]+s\b/ },
  {
    is: 'a singular after a number above 1',
    pattern: /(?<![\d.,:$])\b(?:0|[2-9]|[1-9]\d+) (?:thing|draft|listing|photo|order|offer|review|shop|key|day|hour|minute|price)\b/,
  },
  { is: 'thousands without a comma', pattern: /\$\d{4}/ },
  { is: 'incomplete cents', pattern: /\$[\d,]+\.(?:\d(?!\d)|00\b|\d{3})/ },
  { is: 'an id', pattern: /\b[a-z]{3}_[0-9a-z]{20,}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/, except: NUMBERED },
  { is: 'a timestamp', pattern: /\d{4}-\d\d-\d\dT\d\d:/ },
  { is: 'an API call', pattern: /\b(?:GET|POST|PUT|PATCH|DELETE) \// },
  {
    is: 'a postal address in another format',
    pattern:
      /\b(?:97201|98101) (?:Portland|Seattle)|(?:Portland|Seattle),? (?!WA |OR )[\w /]{0,6}(?:97201|98101)|(?:Portland|Seattle) (?:OR|WA)\b/,
  },
  { is: 'an internal party', pattern: /\bby the provider\b/ },
  { is: 'a plural verb after a singular', pattern: /\bNo [A-Z]\w+ that match\b/ },
  { is: 'another word for accepting', pattern: /\bTake (?:it at )?\$/ },
]

/** Returns false for developer pages, which may use technical terms, and for emails in the development mailbox. */
export const forPeople = (path: string): boolean =>
  !/^\/(v1|docs|static|media|dev|styleguide|changelog|og\.png|app\/(developers|logs))\b|^\/agent\/|\.(md|txt|xml|json|zip|csv|png|js|webmanifest)(\?|$)/.test(
    path,
  )

/** Returns the visible text on a page and its text for screen readers. Adds a space at each element boundary. */
export function visibleText(html: string): string {
  const body = html
    .replace(/<head[\s>][\s\S]*?<\/head>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style|svg|pre|code|kbd|template|textarea|datalist)\b[\s\S]*?<\/\1>/g, ' ')
  const labels = [...body.matchAll(/\s(?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(([, text]) => text!)
  return [body.replace(/<[^>]*>/g, ' '), ...labels].map((text) => unescaped(text).replace(/\s+/g, ' ').trim()).join(' | ')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)

/** Returns each forbidden phrase on a page, with the surrounding text. */
export function badWordsOf(path: string, html: string): string[] {
  const text = visibleText(html)
  return BAD_WORDS.flatMap(({ is, pattern, except }) => {
    const found = except?.test(path) ? null : pattern.exec(text)
    return found ? [`${path}: ${is}: …${text.slice(Math.max(0, found.index - 40), found.index + 60)}…`] : []
  })
}

export type PageForm = { action: string; hidden: [string, string][]; open: string[]; does: string[] }

export function formsOf(html: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = '', inside = '']) => {
    const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
    if (attribute(head, 'method') !== 'post') return []
    const fields = [...inside.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([tag]) => tag)
    const named = (tag: string) => unescaped(attribute(tag, 'name') ?? '')
    const hidden = fields.filter((tag) => attribute(tag, 'type') === 'hidden')
    const open = fields.filter((tag) => !['hidden', 'checkbox', 'radio', 'file'].includes(attribute(tag, 'type') ?? ''))
    const does = [...inside.matchAll(/<button\b[^>]*name="do"[^>]*>/g)].map(([tag]) => attribute(tag, 'value') ?? '')
    return [
      {
        action: unescaped(attribute(head, 'action') ?? ''),
        hidden: hidden.map((tag) => [named(tag), unescaped(attribute(tag, 'value') ?? '')]),
        open: open.map(named).filter(Boolean),
        does,
      },
    ]
  })
}
