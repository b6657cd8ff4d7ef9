import type { Child } from '#web/framework/jsx/index.ts'

/**
 * A column, or only its label. `minor`: hidden on a phone, because the record's own page shows the column. `unseen`: only screen readers get
 * the label.
 */
export type Column = string | { label: string; number?: boolean; minor?: boolean; unseen?: boolean }

type TableProps = { caption: string; columns: readonly Column[]; children?: Child }

/** A table that scrolls inside a focusable frame, so that the page never scrolls sideways. */
export const Table = ({ caption, columns: given, children }: TableProps) => {
  const columns = given.map((one): Exclude<Column, string> => (typeof one === 'string' ? { label: one } : one))
  return (
    <div class="table-wrap" role="region" aria-label={caption} tabindex={0}>
      <table class={`table ${columns.map(({ minor }, index) => (minor ? `minor-${index + 1}` : '')).join(' ')}`.trim()}>
        <caption class="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, number, unseen }) => (
              <th scope="col" class={number ? 'number' : undefined}>
                {unseen ? <span class="hidden-text">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The names and values of one record, as a table. */
export const Facts = ({ caption, rows }: { caption: string; rows: readonly (readonly [label: string, value: Child])[] }) => (
  <table class="table pairs">
    <caption class="hidden-text">{caption}</caption>
    <tbody>
      {rows.map(([label, value]) => (
        <tr>
          <th scope="row">{label}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
