import { api, call, dollarsText, found, sendApp, type PageRequest } from '#web/framework/page/index.ts'
import type { AnswerOf, SentTo } from '#platform/http/endpoint.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { fieldSentence } from '#web/framework/field-sentence.ts'
import { counted } from '#web/framework/format.ts'
import { Button, ButtonLink, Form, Notice, Table } from '#web/ui/index.ts'
import type { Change } from './bulk-actions.ts'

type Preview = Extract<AnswerOf<typeof api.bulkListings>, { object: 'bulk_preview' }>
type Row = Preview['rows'][number]
type Values = Row['before']
type Refusal = Preview['refused'][number]
type Body = SentTo<typeof api.bulkListings>['body']
export type BulkSelection = Pick<Body, 'ids' | 'where'>

const MOST_SHOWN = 100

async function previewOf(ctx: Context, viewer: Person, selection: BulkSelection, change: Change): Promise<Preview> {
  const body = await call(ctx, viewer, api.bulkListings, { body: { ...selection, change, preview: true } })
  if (body.object !== 'bulk_preview') throw new Error('a preview returned a bulk change')
  return body
}

/** Sends the preview of a bulk change: the values before and after it, and the form that runs it. */
export async function sendPreview(at: PageRequest, selection: BulkSelection, change: Change, back: string): Promise<Response> {
  const { ctx, viewer } = at
  const all = await previewOf(ctx, viewer, selection, change)
  const guesses = change.publish ? all.rows.filter(({ before }) => before.price_basis === 'default') : []
  const refused = [...all.refused, ...guesses.map(asGuess)]
  const rows = all.rows.filter((row) => !guesses.includes(row))
  const ids = rows.map(({ id }) => id)
  // requests a second preview without the rejected listings, because a token is valid only for the exact set of listings in its preview
  const { token } = refused.length > 0 && ids.length > 0 ? await previewOf(ctx, viewer, { ids }, change) : all
  return sendApp(at, {
    current: 'listings',
    title: 'Preview the change',
    apiCalls: [['POST /listings/bulk', { ids: ids.slice(0, 3), change, preview: true }]],
    children: (
      <div class="stack">
        {refused.length > 0 ? (
          <Notice means="warn">
            <strong>{counted(refused.length, 'listing does', 'listings do')} not allow this change.</strong>
            <Refused refused={await namedRefusals(ctx, viewer, refused)} total={refused.length} />
          </Notice>
        ) : null}
        <Form
          action="/app/listings/bulk"
          viewer={viewer}
          class="actions"
          with={{ ids: ids.join(' '), change: JSON.stringify(change), token }}
        >
          {ids.length > 0 ? (
            <Button
              kind={change.delete ? 'bad' : 'dark'}
              label={`${change.delete ? 'Delete' : 'Change'} ${counted(ids.length, 'listing')}`}
            />
          ) : null}
          <ButtonLink href={back} label="Back to listings" />
        </Form>
        {rows.length > 0 ? (
          <>
            <p class="small quiet">
              {change.delete
                ? 'You cannot undo a deletion.'
                : 'You can undo the change for 24 hours. Offers that the change closes will stay closed.'}
            </p>
            <Rows rows={rows} />
          </>
        ) : null}
      </div>
    ),
  })
}

const asGuess = ({ id, before }: Row): Refusal => ({
  id,
  message: `The price of ${dollarsText(before.price!)} is a guess. Open the listing to confirm or change it.`,
  param: 'price',
})

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <>
    <Table caption="Values before and after" columns={['Item', 'Before', 'After']}>
      {rows.slice(0, MOST_SHOWN).map(({ id, name, before, after }) => {
        const changed = LABELS.filter(({ text }) => after === null || text(before) !== text(after))
        return (
          <tr id={id}>
            <th scope="row">
              <a href={`/app/listings/${id}`}>{name}</a>
            </th>
            <td>{changed.length === 0 ? 'No change' : after === null ? STATUS.text(before) : linesOf(changed, before)}</td>
            <td>{changed.length === 0 ? 'No change' : after === null ? 'Deleted' : linesOf(changed, after)}</td>
          </tr>
        )
      })}
    </Table>
    {rows.length > MOST_SHOWN ? <p>And {counted(rows.length - MOST_SHOWN, 'more listing')}.</p> : null}
  </>
)

type Label = { label: string; text: (values: Values) => string }

const amount = (value: number | null): string => (value === null ? 'none' : dollarsText(value))
const STATUS: Label = { label: 'Status', text: ({ status }) => ({ draft: 'Draft', live: 'Live', sold: 'Sold' })[status] }

const LABELS: readonly Label[] = [
  STATUS,
  { label: 'Price', text: ({ price }) => amount(price) },
  { label: 'Minimum price', text: ({ lowest_price }) => amount(lowest_price) },
  { label: 'Shipping', text: ({ shipping }) => amount(shipping) },
  { label: 'Offers', text: ({ take_offers }) => (take_offers ? 'on' : 'off') },
  { label: 'Visible', text: ({ visibility }) => (visibility === 'link' ? 'by link only' : 'to everyone') },
]

const linesOf = (labels: readonly Label[], values: Values): string =>
  labels.map(({ label, text }) => (labels.length === 1 ? text(values) : `${label} ${text(values)}`)).join(', ')

type NamedRefusal = Refusal & { name: string }

const MOST_NAMED = 20

/** Returns the first rejections, with the names of the rejected listings. A deleted or unknown listing has no name. */
export const namedRefusals = (ctx: Context, viewer: Person, refused: readonly Refusal[]): Promise<NamedRefusal[]> =>
  Promise.all(
    refused.slice(0, MOST_NAMED).map(async (refusal) => {
      const listing = await found(call(ctx, viewer, api.getListing, { params: { id: refusal.id } }))
      return { ...refusal, name: listing?.name ?? 'A listing' }
    }),
  )

export const Refused = ({ refused, total }: { refused: readonly NamedRefusal[]; total: number }) => (
  <ul class="outcomes" role="list">
    {refused.map(({ name, message, param }) => (
      <li>
        {name}: {fieldSentence({ message, param: param ?? undefined })}
      </li>
    ))}
    {total > refused.length ? <li>And {counted(total - refused.length, 'more listing')}.</li> : null}
  </ul>
)
