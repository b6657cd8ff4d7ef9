import * as reports from '#commerce/reports/index.ts'
import { PERSON_REASONS } from '#catalog/reports/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import { goTo, type Call } from '#web/framework/answer.ts'
import { ReportForm } from './report.tsx'
import { ButtonLink, Notice } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { api, call, filled, page, sendStepPage, type Fields, type Page, type PageRequest } from '#web/framework/page/index.ts'

/** Reports the other person in a conversation or an order, or a shop. */
const reportPage = (path: string, name: string, targetOf: (c: Call) => reports.Target): Page =>
  page({
    path,
    name,
    async form({ ctx, c, viewer }, { fields: { reason = '', body = '' } }) {
      const target = targetOf(c)
      await report(ctx, viewer, target, filled({ reason, body }))
      return goTo(c, `${ROUTES.reportPerson(target)}?sent=1`)
    },
    show: (at) => send(at, targetOf(at.c)),
  })

export const PERSON_REPORT_PAGES = [
  reportPage('/report/thread/:id', 'report person', (c) => ({ thread: c.req.param('id')! })),
  reportPage('/report/order/:id', 'report order', (c) => ({ order: c.req.param('id')! })),
  reportPage('/report/shop/:slug', 'report shop', (c) => ({ store: c.req.param('slug')! })),
]

function report(ctx: Context, viewer: Person, target: reports.Target, body: Fields): Promise<unknown> {
  if ('thread' in target) return call(ctx, viewer, api.reportThread, { params: { id: target.thread }, body })
  if ('order' in target) return call(ctx, viewer, api.reportOrder, { params: { id: target.order }, body })
  return call(ctx, viewer, api.reportStore, { params: { slug: target.store }, body })
}

const LABELS: Readonly<Record<(typeof PERSON_REASONS)[number], string>> = {
  spam: 'Spam or advertising',
  threat: 'Threats or harassment',
  fake: 'A fake person or shop',
  off_site_payment: 'Asks for payment outside this service',
  private_data: 'Shares or asks for private data',
  other: 'Something else',
}

async function send(at: PageRequest, target: reports.Target): Promise<Response> {
  const { name } = await reports.readTarget(at.ctx, at.viewer, target)
  const isSent = at.c.req.query('sent') !== undefined
  return sendStepPage(at, {
    title: isSent ? 'Thank you' : `Report ${name}`,
    name: 'Report',
    children: (
      <div class="step stack">
        {isSent ? <Sent name={name} block={ROUTES.blockPerson(target)} /> : <Ask at={at} target={target} name={name} />}
      </div>
    ),
  })
}

const Sent = ({ name, block }: { name: string; block: string }) => (
  <>
    <Notice means="ok">Report received. A person will review it, and you will get an email with the result.</Notice>
    <p class="actions">
      <ButtonLink href={block} label={`Block ${name}`} />
      <ButtonLink href="/" label="Back to the marketplace" />
    </p>
  </>
)

const Ask = ({ at, target, name }: { at: PageRequest; target: reports.Target; name: string }) => (
  <>
    <ReportForm
      at={at}
      action={ROUTES.reportPerson(target)}
      reasons={PERSON_REASONS.map((value) => ({ value, label: LABELS[value] }))}
      hint="At most 1000 characters."
    />
    <p class="quiet">
      A person reviews the report{'thread' in target ? ' and reads this conversation, but no other' : ''}. We do not tell {name} who
      reported them. You get an email with the outcome.
    </p>
  </>
)
