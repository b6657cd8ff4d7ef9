import { MAX_SALE_DAYS, SALE_PERCENT } from '#catalog/sales/rules.ts'
import { startOfDay } from '#core/format/time.ts'
import { zoneOf } from '#identity/sessions/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'
import { Badge, Button, ButtonLink, Field, Form, Notice, Section, Table, Timestamp } from '#web/ui/index.ts'
import {
  api,
  call,
  dollarsText,
  fieldAt,
  page,
  problemAt,
  sendApp,
  type Fields,
  type Outcome,
  type PageRequest,
  type SentForm,
} from '#web/framework/page/index.ts'
import { SALES } from './copy.ts'

type Sale = AnswerOf<typeof api.listSales>['data'][number]
type Preview = Extract<AnswerOf<typeof api.createSale>, { object: 'sale_preview' }>

/** `/app/shops/{slug}/sales` lists a shop's sales, and schedules a sale with a preview of its prices. */
export const salesPage = page({
  path: '/app/shops/:slug/sales',
  name: 'sales',
  form: answer,
  show: (at) => send(at, null),
})

/** Returns the path of the page about a shop's sales. */
export const salesPath = (slug: string): string => `/app/shops/${encodeURIComponent(slug)}/sales`

/**
 * Returns the path of the page that schedules a sale for these listings. The sale belongs to the first listing's shop, and the page reports
 * any listings from other shops.
 */
export async function salePathOf(ctx: Context, viewer: Person, ids: readonly string[]): Promise<string> {
  const [first] = ids
  if (first === undefined) throw invalid('ids', 'Select at least one listing.')
  const { shop } = await call(ctx, viewer, api.getListing, { params: { id: first } })
  return `${salesPath(shop)}?${new URLSearchParams({ listings: ids.join(',') }).toString()}`
}

const idsIn = (text = ''): string[] => text.split(',').filter(Boolean)

const DAY_MS = 86_400_000
const MOST_SHOWN = 100

/** The sale starts at the beginning of the chosen day in the owner's time zone, or now if the form contains no day. */
async function bodyOf({ ctx, viewer }: PageRequest, { percent = '', starts_on: day = '', days = '', listings }: Fields) {
  const start = day === '' ? ctx.now() : startOfDay(day, await zoneOf(ctx, viewer.accountId))
  if (!start) throw invalid('starts_at', 'Enter a date, such as 2027-01-31.')
  const length = /^\d{1,3}$/.test(days) ? Number(days) : 0
  const ends = new Date(start.getTime() + length * DAY_MS)
  return {
    percent,
    ...(day === '' ? {} : { starts_at: start.toISOString() }),
    ends_at: ends.toISOString(),
    ...(listings ? { listings: idsIn(listings) } : {}),
  }
}

async function answer(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const slug = c.req.param('slug')!
  const params = { slug }
  if (fields.do === 'end') {
    await call(ctx, viewer, api.endSale, { params: { slug, id: fields.sale ?? '' } })
    return { to: salesPath(slug), message: SALES.ended }
  }
  if (fields.do !== 'preview' && fields.do !== 'start') throw notFound('page')
  const body = await bodyOf(at, fields)
  if (fields.do === 'start') {
    await call(ctx, viewer, api.createSale, { params, body })
    return { to: salesPath(slug), message: SALES.planned }
  }
  const preview = await call(ctx, viewer, api.createSale, { params, body: { ...body, preview: true } })
  return send({ ...at, typed: fields }, preview as Preview)
}

async function send(at: PageRequest, preview: Preview | null): Promise<Response> {
  const { ctx, c, viewer } = at
  const slug = c.req.param('slug')!
  const listings = at.typed['listings'] ?? c.req.query('listings') ?? ''
  const [shop, { data }] = await Promise.all([
    call(ctx, viewer, api.getShop, { params: { slug } }),
    call(ctx, viewer, api.listSales, { params: { slug }, query: { limit: '10' } }),
  ])
  return sendApp(at, {
    current: 'listings',
    tone: shop.tone,
    title: SALES.title(shop.name),
    intro: SALES.intro,
    apiCalls: [[`POST /shops/${shop.slug}/sales`, { percent: 20, ends_at: new Date(ctx.now().getTime() + 7 * DAY_MS).toISOString() }]],
    atFields: ['percent', 'starts_at', 'ends_at'],
    children: (
      <div class="stack">
        <Section id="plan" title={SALES.plan}>
          <Form class="form wide" action={salesPath(shop.slug)} viewer={viewer} {...(listings ? { with: { listings } } : {})}>
            {listings ? (
              <p>
                {SALES.chosen(idsIn(listings).length)} <a href={salesPath(shop.slug)}>{SALES.wholeShop}</a>
              </p>
            ) : null}
            <div class="fields-grid">
              <Field {...fieldAt(at, 'percent', '20')} label={SALES.percent} type="number" {...SALE_PERCENT} required />
              <Field
                {...fieldAt(at, 'starts_on')}
                problem={problemAt(at.problem, 'starts_at')}
                label={SALES.start}
                hint={SALES.startHint}
                type="date"
              />
              <Field
                {...fieldAt(at, 'days', '7')}
                problem={problemAt(at.problem, 'ends_at')}
                label={SALES.days}
                type="number"
                min={1}
                max={MAX_SALE_DAYS}
                required
              />
            </div>
            <div class="actions">
              <Button {...(preview ? {} : { kind: 'dark' as const })} do="preview" label={SALES.preview} />
              {preview && preview.rows.length > 0 ? <Button kind="dark" do="start" label={SALES.confirm(preview.rows.length)} /> : null}
            </div>
          </Form>
        </Section>
        {preview ? <Prices preview={preview} /> : null}
        {data.length === 0 ? null : (
          <Section id="sales" title={SALES.list}>
            <Sales at={at} slug={shop.slug} sales={data} />
          </Section>
        )}
        <p>
          <ButtonLink href={`/app/shop?shop=${encodeURIComponent(shop.slug)}`} label={SALES.back} />
        </p>
      </div>
    ),
  })
}

const Prices = ({ preview: { rows, skipped } }: { preview: Preview }) => (
  <>
    {skipped.length > 0 ? (
      <Notice means="warn">
        <strong>{SALES.skipped(skipped.length)}</strong>
        <span>{SALES.floor}</span>
      </Notice>
    ) : null}
    {rows.length === 0 ? (
      <p>{SALES.none}</p>
    ) : (
      <>
        <Table caption={SALES.prices} columns={[SALES.item, { label: SALES.before, number: true }, { label: SALES.during, number: true }]}>
          {rows.slice(0, MOST_SHOWN).map(({ id, name, before, after }) => (
            <tr id={id}>
              <th scope="row">
                <a href={`/app/listings/${id}`}>{name}</a>
              </th>
              <td class="number">{dollarsText(before)}</td>
              <td class="number">{dollarsText(after)}</td>
            </tr>
          ))}
        </Table>
        {rows.length > MOST_SHOWN ? <p>{SALES.more(rows.length - MOST_SHOWN)}</p> : null}
      </>
    )}
  </>
)

const Sales = ({ at, slug, sales }: { at: PageRequest; slug: string; sales: readonly Sale[] }) => (
  <ul class="stack" role="list">
    {sales.map(({ id, status, percent, starts_at, ends_at, reduced, unrestored, skipped }) => (
      <li id={id} class="stack tight">
        <p>
          <strong>{SALES.off(percent)}</strong> <Timestamp at={starts_at} form="day" /> – <Timestamp at={ends_at} form="day" />{' '}
          <Badge {...(status === 'running' ? { means: 'ok' as const } : {})}>{SALES.statuses[status]}</Badge>
        </p>
        {status === 'planned' ? null : (
          <p class="small quiet">
            {[
              SALES.reduced(reduced),
              ...(skipped.length > 0 ? [SALES.out(skipped.length)] : []),
              ...(unrestored > 0 ? [SALES.unrestored(unrestored)] : []),
            ].join(' · ')}
          </p>
        )}
        {status === 'planned' || status === 'running' ? (
          <Form action={salesPath(slug)} viewer={at.viewer} with={{ sale: id }}>
            <Button do="end" small label={status === 'planned' ? SALES.cancel : SALES.end} />
          </Form>
        ) : null}
      </li>
    ))}
  </ul>
)
