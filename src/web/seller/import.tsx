import { FORMAT_NAMES } from '#catalog/imports/rules/index.ts'
import { api, type PageRequest, call, type Outcome, page, sendApp, type SentForm, type Shop } from '#web/framework/page/index.ts'
import { ApiError } from '#platform/errors/index.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'
import { goTo } from '#web/framework/answer.ts'
import { fieldSentence } from '#web/framework/field-sentence.ts'
import { counted } from '#web/framework/format.ts'
import { Button, ButtonLink, FilesField, Form, Notice, Section, Select, Table } from '#web/ui/index.ts'
import { shopsOf } from './shops.ts'

type Imported = AnswerOf<typeof api.importListings>
type Row = Imported['data'][number]

const PATH = '/app/listings/import'

/** `/app/listings/import` imports listings from a file: an export from another service, or the seller's own edited export. */
export const importPage = page({ path: PATH, name: 'import', files: true, form: take, show: (at) => send(at) })

async function take(at: PageRequest, { fields: { shop = '' }, files }: SentForm): Promise<Outcome> {
  return send(at, await call(at.ctx, at.viewer, api.importListings, { query: shop === '' ? {} : { shop }, files }))
}

async function send(at: PageRequest, done?: Imported): Promise<Response> {
  const { ctx, c, viewer, typed } = at
  const shops = await shopsOf(ctx, viewer)
  if (shops.length === 0) return goTo(c, '/app/open-shop')
  return sendApp(at, {
    current: 'listings',
    title: 'Import listings',
    intro: 'Import a CSV file from Shopify, Etsy or eBay, or your own export. Only you can see the drafts.',
    actions: <ButtonLink href="/v1/listings/export" label="Export your listings" />,
    apiCalls: ['POST /listings/import', 'GET /listings/export'],
    children: (
      <div class="stack">
        {done ? <Result done={done} /> : null}
        <ImportForm at={at} shops={shops} shop={typed.shop} />
        <Guide />
      </div>
    ),
  })
}

const ImportForm = ({ at: { viewer }, shops, shop }: { at: PageRequest; shops: readonly Shop[]; shop: string | undefined }) => (
  <Form class="form wide" action={PATH} viewer={viewer} multipart>
    <FilesField
      name="file"
      label="CSV file"
      hint="Up to 1,000 rows and 5 MB. Split larger files and import the parts one by one."
      accept=".csv,text/csv"
      single
      required
    />
    {shops.length > 1 ? (
      <Select
        name="shop"
        label="Shop for rows that name no shop"
        value={shop ?? shops[0]!.slug}
        choices={shops.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
    ) : null}
    <Button kind="dark" label="Import" />
  </Form>
)

const Result = ({ done: { format, data } }: { done: Imported }) => {
  const of = (outcome: string) => data.filter((row) => row.outcome === outcome).length
  const failed = data.filter(({ ok }) => !ok)
  const pictures = data.reduce((sum, { photos = 0 }) => sum + photos, 0)
  const parts = [
    of('created') > 0 ? `${counted(of('created'), 'draft')} created` : null,
    of('changed') > 0 ? `${counted(of('changed'), 'listing')} changed` : null,
    of('unchanged') > 0 ? `${counted(of('unchanged'), 'listing')} unchanged` : null,
    failed.length > 0 ? `${counted(failed.length, 'row')} not imported` : null,
  ].filter((part) => part !== null)
  const reported = data.filter((row) => !row.ok || (row.notes?.length ?? 0) > 0)
  return (
    <>
      <Notice means={failed.length > 0 ? 'warn' : 'ok'} alert>
        <strong>
          {format === 'resale' ? 'Your file' : `Your ${FORMAT_NAMES[format]} export`}: {parts.join(', ') || 'no rows'}.
        </strong>
        <span>
          {pictures > 0
            ? `${counted(pictures, 'photo is', 'photos are')} loading. They will appear in the drafts when they are ready. `
            : ''}
          <a href="/app/listings?tab=draft">See the drafts</a>
        </span>
      </Notice>
      {reported.length > 0 ? (
        <Table caption="Rows to check" columns={[{ label: 'Row', number: true }, 'Column', 'Result']}>
          {reported.map((row) => (
            <tr>
              <td class="number">{row.row}</td>
              <td>{row.error?.param ?? ''}</td>
              <td>{resultOf(row)}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  )
}

const resultOf = ({ id, error, notes = [] }: Row) =>
  error ? (
    `Not imported. ${fieldSentence(new ApiError('invalid_request', error.message))}`
  ) : (
    <>
      <a href={`/app/listings/${id}`}>Imported</a>. {notes.join(' ')}
    </>
  )

const Guide = () => (
  <Section id="how" title="Where to find the file" className="prose">
    <ul>
      <li>
        <strong>Shopify</strong>: Products, Export, “CSV for Excel, Numbers, or other spreadsheet programs”. Each variant becomes a separate
        draft.
      </li>
      <li>
        <strong>Etsy</strong>: Shop Manager, Settings, Options, Download Data, “Download CSV” under “Currently for sale listings”.
      </li>
      <li>
        <strong>eBay</strong>: Seller Hub, Reports, Downloads, “Active listings”. This file has no photos and no descriptions; a listing
        template file has both.
      </li>
      <li>
        <strong>Your own export</strong>, edited in a spreadsheet: a row with an <code>id</code> updates that listing. An empty cell clears
        the field. Photos and status do not change. A row without an id creates a draft. Identical values change nothing.
      </li>
    </ul>
    <h2>Imported data</h2>
    <p>
      Title, description, price in US dollars, condition, brand, size and colour, a category if one of ours fits, and up to 24 photos each,
      loaded from their URLs. Sold-out items are not imported. An item with several pieces becomes one draft that states the quantity.
      Nothing is published automatically.
    </p>
  </Section>
)
