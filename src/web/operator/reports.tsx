import type { Context, Operator } from '#platform/context.ts'
import { presentOperatorReport } from '#people/operator/reports/present.ts'
import { readReport } from '#people/operator/reports/index.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { call } from '#web/app/calling.ts'
import { dollarsText } from '#web/app/records.ts'
import { Badge, Notice } from '#web/components/badge.tsx'
import { Facts } from '#web/components/table.tsx'
import { counted } from '#web/words.ts'
import { desk, sendDesk, type Deed, type Failed } from './desk.tsx'
import { Row, Rows, sendTwoSided } from './listed.tsx'
import { Judge, person, Words } from './parts.tsx'
import { REPORT_REASONS, type Report } from './records.ts'

/** `/operator/reports`: what people reported, each with the thing beside it. */
export function mountReports(app: App, ctx: Context): void {
  desk(app, ctx, '/operator/reports', (c, operator) => sendList(ctx, c, operator))
  desk(
    app,
    ctx,
    '/operator/reports/:id',
    (c, operator, failed) => sendOne(ctx, c, operator, failed),
    (c, operator, fields) => judge(ctx, operator, c.req.param('id')!, fields),
  )
}

const sendList = (ctx: Context, c: Call, operator: Operator): Promise<Response> =>
  sendTwoSided<Report>(ctx, c, operator, {
    current: 'reports',
    title: 'Reports',
    operation: 'listReports',
    first: { label: 'Open', query: { status: 'open' }, none: 'No open reports' },
    second: { show: 'closed', label: 'Closed', query: { status: 'closed' }, none: 'Nothing closed yet' },
    icon: 'flag',
    about: 'What people report comes here with the thing beside it. Hiding it or leaving it be takes a reason, and both are told.',
    rows: (reports) => (
      <Rows>
        {reports.map(({ id, reason, body, listing, shop, open_about_it, created_at, outcome }) => (
          <Row
            href={`/operator/reports/${id}`}
            title={listing.title ?? 'A listing'}
            line={`${shop.name} · ${REPORT_REASONS[reason]}${body ? `: ${body}` : ''}`}
            at={created_at}
            now={ctx.now()}
          >
            {outcome ? <Badge>{outcome === 'upheld' ? 'Acted on' : 'Dismissed'}</Badge> : null}
            {open_about_it > 1 ? <Badge means="warn">{open_about_it} reports</Badge> : null}
          </Row>
        ))}
      </Rows>
    ),
  })

async function sendOne(ctx: Context, c: Call, operator: Operator, failed?: Failed): Promise<Response> {
  const report = presentOperatorReport(ctx, await readReport(ctx, operator, c.req.param('id')!))
  const { id, listing, shop, owner, reporter, status, outcome } = report
  return sendDesk(ctx, c, operator, {
    current: 'reports',
    title: listing.title ?? 'A listing',
    intro: (
      <>
        Reported: {REPORT_REASONS[report.reason]}.{' '}
        {report.open_about_it > 1 ? `${counted(report.open_about_it, 'report')} are open about it.` : ''}
      </>
    ),
    failed,
    children: (
      <div class="two-sides">
        <div class="stack">
          <Words by={<>From {person(reporter)}</>} at={report.created_at} now={ctx.now()}>
            {report.body ?? 'No words with it.'}
          </Words>
          {status === 'closed' ? (
            <Notice>{outcome === 'upheld' ? 'Something was done about it.' : 'Dismissed: it may stay as it is.'}</Notice>
          ) : (
            <Judge
              action={`/operator/reports/${id}`}
              operator={operator}
              label="What to do"
              button="Do it"
              hint="The owner reads it where something is hidden or suspended. A dismissal’s reason stays in the log."
              failed={failed}
              options={[
                ...(listing.hidden ? [] : [{ value: 'listing', label: 'Hide the listing' }]),
                { value: 'dismiss', label: 'Dismiss the report', more: 'nothing is wrong' },
                { value: 'shop', label: `Suspend the shop ${shop.name}` },
                { value: 'account', label: `Suspend ${owner.name}’s account`, more: 'all its shops vanish' },
              ]}
            />
          )}
        </div>
        <section class="stack" aria-label="The listing">
          {listing.photo ? <img class="order-photo" src={listing.photo} alt="" width={240} height={300} /> : null}
          <Facts
            caption="The listing"
            rows={[
              ['Listing', listing.url && !listing.hidden ? <a href={listing.url}>{listing.title}</a> : (listing.title ?? 'Untitled')],
              ['State', listing.hidden ? <Badge means="bad">Hidden</Badge> : listing.status],
              ...(listing.price === null ? [] : [['Price', dollarsText(listing.price)] as const]),
              ['Shop', shop.name],
              ['Owner', person(owner)],
            ]}
          />
        </section>
      </div>
    ),
  })
}

async function judge(ctx: Context, operator: Operator, id: string, { do: what = '', reason = '' }: Record<string, string>): Promise<Deed> {
  const report = await readReport(ctx, operator, id)
  const to = '/operator/reports'
  const body = { reason }
  const take = (endpoint: string, subject: string): Deed => ({
    work: () => call(ctx, operator, endpoint, { params: { id: subject }, body }),
    to,
    said: 'hidden',
  })
  if (what === 'listing') return take('hideListing', report.listing_id)
  if (what === 'shop') return take('suspendShop', report.shop_id)
  if (what === 'account') return take('suspendAccount', report.owner_id)
  if (what !== 'dismiss') return null
  return { work: () => call(ctx, operator, 'dismissReport', { params: { id }, body }), to, said: 'dismissed' }
}
