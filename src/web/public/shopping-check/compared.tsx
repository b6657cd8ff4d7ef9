import type { Check } from '#helpers/shopping-check/index.ts'
import { Table } from '#web/ui/table.tsx'
import { counted, priceText } from '#web/framework/format.ts'

type Rows = Check['comparables']

const FIRST = 8

/** The second-hand prices that the estimate is based on. All text and links come from other sites, so the links are `nofollow`. */
export const Compared = ({ rows }: { rows: Rows }) => (
  <section class="stack compared-prices" aria-label="Second-hand prices">
    <RowsTable caption="Comparable second-hand prices" rows={rows.slice(0, FIRST)} />
    {rows.length > FIRST ? (
      <details class="more">
        <summary>{counted(rows.length - FIRST, 'more price')}</summary>
        <RowsTable caption="More second-hand prices" rows={rows.slice(FIRST)} />
      </details>
    ) : null}
  </section>
)

const RowsTable = ({ caption, rows }: { caption: string; rows: Rows }) => (
  <Table caption={caption} columns={['Second-hand', { label: 'Price', number: true }, 'Source']}>
    {rows.map(({ title, cents, sold, url, source }) => (
      <tr>
        <td>{title}</td>
        <td class="number">
          <strong>{priceText(cents)}</strong> <span class="small">{sold ? 'sold' : 'asking'}</span>
        </td>
        <td>{hostOf(url) === null ? source : <OutLink url={url} />}</td>
      </tr>
    ))}
  </Table>
)

/** An external link, shown as its host name. Anything that is not a link is shown as plain text. */
export const OutLink = ({ url }: { url: string }) => {
  const host = hostOf(url)
  return host === null ? (
    <span>{url}</span>
  ) : (
    <a href={url} rel="nofollow noopener noreferrer ugc">
      {host}
    </a>
  )
}

function hostOf(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.host.replace(/^www\./, '') : null
}
