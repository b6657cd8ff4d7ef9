import { MessagePhotos } from '#web/ui/message-photos.tsx'
import type { Operator } from '#platform/context/index.ts'
import type { AnswerOf } from '#platform/http/endpoint.ts'
import { readReportedPhotos, type PresentedPhoto } from '#admin/reports/index.ts'
import {
  api,
  PAGE,
  type PageRequest,
  call,
  dollarsText,
  type Outcome,
  type Report,
  sendOperatorPage,
  type SentForm,
} from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { Badge, Facts, Notice, Time } from '#web/ui/index.ts'
import { counted } from '#web/framework/format.ts'
import { twoPane } from './two-pane.tsx'
import { HIDDEN, Judge, nothingChosen, person, Quote } from './parts.tsx'
import { REPORT_REASONS } from './copy.ts'

const listPage = twoPane({
  current: 'reports',
  title: 'Reports',
  read: ({ ctx, viewer }, query) => call(ctx, viewer, api.listReports, { query }),
  first: { label: 'Open', query: { status: 'open' }, none: 'No open reports' },
  second: { show: 'closed', label: 'Closed', query: { status: 'closed' }, none: 'No closed reports' },
  icon: 'flag',
  about:
    'Each report appears here with the listing or other record that it is about. To act on a report or dismiss it, give a reason. We notify the owner and the reporter.',
  rows: (reports, now) => (
    <div class="panes app-panes">
      <Reports reports={reports} now={now} />
      <p class="pane-hint quiet">Choose a report to read it.</p>
    </div>
  ),
})

type ReportsProps = { reports: readonly Report[]; now: Date; open?: string }

const Reports = ({ reports, now, open }: ReportsProps) => (
  <nav class="threads" aria-label="Reports in this list">
    <ul role="list">
      {reports.map(({ id, reason, body, about, shop, open_about_it, created_at, outcome }) => (
        <li>
          <a href={`/operator/reports/${id}`} aria-current={id === open ? 'page' : undefined}>
            <span class="who">
              <strong>{about}</strong>
              {outcome ? <Badge>{outcome === 'upheld' ? 'Action taken' : 'Dismissed'}</Badge> : null}
              {open_about_it > 1 ? <Badge means="warn">{open_about_it} reports</Badge> : null}
            </span>
            <span class="about">{shop.name}</span>
            <span class="last">
              {REPORT_REASONS[reason]}
              {body ? `: ${body}` : ''}
            </span>
            <span class="small quiet">
              <Time at={created_at} now={now} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const onePage = adminPage({
  path: '/operator/reports/:id',
  form: judge,
  show: sendOne,
})

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const report = await call(ctx, operator, api.getReport, { params: { id: c.req.param('id')! } })
  const { id, about, listing, shop, owner, reporter, status, outcome } = report
  const photos = listing ? await readReportedPhotos(ctx, operator, listing.id) : []
  const reports = await call(ctx, operator, api.listReports, { query: { status, limit: String(PAGE) } })
  return sendOperatorPage(at, {
    current: 'reports',
    title: 'Reports',
    children: (
      <div class="panes app-panes with-talk">
        <Reports reports={reports.data} now={ctx.now()} open={id} />
        <div class="talk">
          <a class="back" href={status === 'closed' ? '/operator/reports?show=closed' : '/operator/reports'}>
            All reports
          </a>
          <div class="talk-top">
            <div>
              <h2>{about}</h2>
              Reported: {REPORT_REASONS[report.reason]}.{' '}
              {report.open_about_it > 1 ? `${counted(report.open_about_it, 'open report')} about this listing.` : ''}
            </div>
            {listing?.hidden ? <Badge means="bad">Hidden</Badge> : null}
          </div>
          <Quote by={<>From {person(reporter)}</>} at={report.created_at} now={ctx.now()}>
            {report.body ?? 'No description.'}
          </Quote>
          {listing ? (
            <ListingPart report={report} listing={listing} photos={photos} />
          ) : (
            <Facts
              caption="About"
              rows={[
                ['Reported', person(owner)],
                ['Shop', shop.name],
                ...(report.order === null ? [] : [['Order', report.order] as const]),
              ]}
            />
          )}
          {report.messages.map(({ from, text, photos, created_at }) => (
            <Quote by={from} at={created_at} now={ctx.now()}>
              {text}
              <MessagePhotos photos={photos.map((url) => ({ url }))} from={from} />
            </Quote>
          ))}
          <Facts
            caption="History"
            rows={[
              [reporter.name, historyText(report.history.reporter)],
              [owner.name, historyText(report.history.owner)],
            ]}
          />
          {status === 'closed' ? (
            <Notice>{outcome === 'upheld' ? 'Action was taken.' : 'Dismissed: no action needed.'}</Notice>
          ) : (
            <Judge
              action={`/operator/reports/${id}`}
              at={at}
              label="Action"
              button="Apply"
              hint="If you warn, hide, suspend or ask for a change, the reported person will see the reason. The reason for a dismissal appears only in the audit log."
              options={[
                ...(listing && !listing.hidden ? [{ value: 'listing', label: 'Hide the listing' }] : []),
                ...(listing?.status === 'live'
                  ? [{ value: 'change', label: 'Ask the owner to change the listing', more: 'nothing is hidden' }]
                  : []),
                { value: 'warning', label: `Warn ${owner.name}`, more: 'nothing is hidden' },
                { value: 'dismiss', label: 'Dismiss the report', more: 'no problem found' },
                // the reported person is not always the owner of the shop
                ...(report.owner_has_shop ? [{ value: 'shop', label: `Suspend the shop ${shop.name}` }] : []),
                { value: 'account', label: `Suspend ${owner.name}’s account`, more: 'hides all of its shops' },
              ]}
            />
          )}
        </div>
      </div>
    ),
  })
}

type ReportDetail = AnswerOf<typeof api.getReport>
type ListingPartProps = { report: ReportDetail; listing: NonNullable<ReportDetail['listing']>; photos: readonly PresentedPhoto[] }

const ListingPart = ({ report: { shop, owner }, listing, photos }: ListingPartProps) => (
  <section class="stack" aria-label="Listing">
    <Photos photos={photos} />
    <Facts
      caption="Listing"
      rows={[
        ['Listing', listing.url && !listing.hidden ? <a href={listing.url}>{listing.title}</a> : (listing.title ?? 'Untitled')],
        ['Status', listing.hidden ? 'hidden' : listing.status],
        ...(listing.price === null ? [] : [['Price', dollarsText(listing.price)] as const]),
        ['Shop', shop.name],
        ['Owner', person(owner)],
      ]}
    />
  </section>
)

const historyText = ({ sent, sent_upheld, received, received_upheld, warnings, actions }: ReportDetail['history']['owner']): string =>
  `sent ${counted(sent, 'report')} (${sent_upheld} acted on), received ${counted(received, 'report')} (${received_upheld} acted on), ${counted(warnings, 'active warning')}, ${counted(actions, 'other moderation action')}`

/** Photos of the reported listing, numbered because reports refer to “the second photo”. */
const Photos = ({ photos }: { photos: readonly PresentedPhoto[] }) =>
  photos.length === 0 ? (
    <p class="quiet">No photos.</p>
  ) : (
    <ol class="desk-photos" role="list" aria-label="Photos of the listing">
      {photos.map(({ url, smallUrl, alt, isVideo }, index) => (
        <li>
          <a href={url}>
            {isVideo ? null : (
              <img src={smallUrl} alt={alt ?? `Photo ${index + 1} of the listing`} width={120} height={150} loading="lazy" />
            )}
            <span class="small">
              {isVideo ? 'Video' : 'Photo'} {index + 1}
            </span>
          </a>
        </li>
      ))}
    </ol>
  )

async function judge(at: PageRequest<Operator>, { fields: { do: what = '', reason = '' } }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer: operator } = at
  const id = c.req.param('id')!
  const report = await call(ctx, operator, api.getReport, { params: { id } })
  const to = '/operator/reports'
  const body = { reason }
  if (what === 'listing' && report.listing) await call(ctx, operator, api.hideListing, { params: { id: report.listing.id }, body })
  else if (what === 'change' && report.listing) {
    await call(ctx, operator, api.requestChange, { params: { id: report.listing.id }, body })
    return { to, message: 'Request sent. We have notified the reporter.' }
  } else if (what === 'warning') {
    await call(ctx, operator, api.warnReported, { params: { id }, body })
    return { to, message: 'Warning sent. We have notified the reporter.' }
  } else if (what === 'shop' && report.owner_has_shop) await call(ctx, operator, api.suspendShop, { params: { id: report.shop.id }, body })
  else if (what === 'account') await call(ctx, operator, api.suspendAccount, { params: { id: report.owner.id }, body })
  else if (what !== 'dismiss') throw nothingChosen()
  else {
    await call(ctx, operator, api.dismissReport, { params: { id }, body })
    return { to, message: 'Report closed. We have notified the reporter.' }
  }
  return { to, message: HIDDEN }
}

/** `/operator/reports`: reports by users, each with the reported content. */
export const REPORT_PAGES = [listPage, onePage]
