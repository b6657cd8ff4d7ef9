import type { Context } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import { cleanName, quoteName } from '#core/quoted-name.ts'
import { clipAtWord } from '#core/text.ts'
import type { MailCopy } from '#messaging/notifications/index.ts'

type FoundItem = { title: string | null; priceCents: number | null; url: string | null }

/** New results of a saved search. `more` is true if there are more of them than `items` contains. */
export type SearchNews = { name: string; url: string; items: readonly FoundItem[]; more: boolean }

/** Returns the content of the email about new results of saved searches. */
export function alertCopy({ urls }: Pick<Context, 'urls'>, found: readonly SearchNews[]): MailCopy {
  return {
    subject: `New results: ${clipAtWord(found.map(({ name }) => cleanName(name)).join(', '), 80)}`,
    lines: found.map(({ name, url, items, more }) =>
      [cleanName(name), ...items.map((item) => `- ${lineOf(item)}`), ...(more ? ['- and more'] : []), `  ${url}`].join('\n'),
    ),
    link: urls.searches(),
  }
}

const lineOf = ({ title, priceCents, url }: FoundItem): string =>
  [quoteName(title ?? ''), priceCents === null ? '' : `, ${priceText(priceCents)}`, url === null ? '' : `\n  ${url}`].join('')
