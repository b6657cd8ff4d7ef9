import type { AnswerOf } from '#platform/http/endpoint.ts'
import type { Operator } from '#platform/context/index.ts'
import { Button, ButtonLink, Empty, Field, Timestamp, Pager, Select, Table } from '#web/ui/index.ts'
import { AUDIT_VERBS, type AuditVerb } from '#admin/moderation/rules.ts'
import { counted } from '#web/framework/format.ts'
import { PAGE, api, call, pageAt, sendOperatorPage, type PageRequest } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'

type Act = AnswerOf<typeof api.listActs>['data'][number]

const VERB_LABELS: Readonly<Record<AuditVerb, string>> = {
  'listing.hide': 'Hid a listing',
  'listing.request': 'Requested a change to a listing',
  'listing.settle': 'Closed a change request',
  'listing.show': 'Restored a listing',
  'shop.suspend': 'Suspended a shop',
  'shop.restore': 'Restored a shop',
  'account.suspend': 'Suspended an account',
  'account.restore': 'Restored an account',
  'review.hide': 'Hid a review',
  'review.show': 'Restored a review',
  'review.reword': 'Changed the reason for hiding a review',
  'report.dismiss': 'Dismissed a report',
  'report.warn': 'Warned a reported person',
  'report.unwarn': 'Withdrew a warning',
  'appeal.answer': 'Answered an appeal',
  'order.refund': 'Refunded a buyer in full',
  'order.part': 'Refunded a buyer in part',
  'order.return': 'Offered a return',
  'order.complete': 'Released the money to a seller',
  'money.close': 'Closed a payment case',
  'operator.grant': 'Granted operator access',
  'operator.revoke': 'Revoked operator access',
  'settings.change': 'Changed the settings',
}

async function send(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const verb = AUDIT_VERBS.find((one) => one === c.req.query('verb'))
  const subject = (c.req.query('subject') ?? '').trim().slice(0, 60)
  const actor = (c.req.query('actor') ?? '').trim().slice(0, 60)
  const filter = { ...(verb ? { verb } : {}), ...(subject ? { subject } : {}), ...(actor ? { actor } : {}) }
  const { query, links } = pageAt(c, PAGE)
  const acts = await call(ctx, operator, api.listActs, { query: { ...filter, ...query } })
  const unfiltered = Object.keys(filter).length === 0
  return sendOperatorPage(at, {
    current: 'audit',
    title: 'Audit log',
    intro: `${counted(acts.total, 'entry', 'entries')}. Each entry is saved together with its action and never changes.`,
    children: (
      <div class="stack">
        <form class="list-search" method="get" action="/operator/audit" aria-label="Filter the log">
          <Select
            name="verb"
            label="Action"
            value={verb ?? ''}
            choices={[{ value: '', label: 'All actions' }, ...AUDIT_VERBS.map((value) => ({ value, label: VERB_LABELS[value] }))]}
          />
          <Field name="subject" label="Record" placeholder="ID" value={subject} maxlength={60} />
          <Field name="actor" label="Operator" placeholder="Account ID" value={actor} maxlength={60} />
          <Button kind="dark" label="Filter" />
        </form>
        {acts.data.length === 0 ? (
          <Empty icon="list" title={unfiltered ? 'No entries yet' : 'No matching entries'}>
            <p>Every operator action is recorded here, with its reason and the values before and after the change.</p>
            {unfiltered ? null : <ButtonLink href="/operator/audit" label="Clear filters" />}
          </Empty>
        ) : (
          <Table caption="Audit log entries" columns={['Time', 'Operator', 'Action', 'Reason', 'Changes']}>
            {acts.data.map((act) => (
              <Row act={act} />
            ))}
          </Table>
        )}
        <Pager {...links(acts.total)} more="Older entries" />
      </div>
    ),
  })
}

const Row = ({ act: { at, actor, verb, subject, reason, before, after } }: { act: Act }) => (
  <tr>
    <td>
      <Timestamp at={at} />
    </td>
    <td>{actor.name}</td>
    <td>
      {VERB_LABELS[verb]}
      <br />
      <a class="small" href={`/operator/audit?subject=${subject.id}`}>
        {subject.id}
      </a>
    </td>
    <td>{reason ?? '–'}</td>
    <td class="small">{changes(before, after)}</td>
  </tr>
)

function changes(before: Act['before'], after: Act['after']): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const formatValue = (value: unknown) =>
    value === undefined
      ? 'nothing'
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : typeof value === 'string'
          ? value
          : JSON.stringify(value)
  return names
    .filter((name) => before?.[name] !== after?.[name])
    .map((name) => `${name} ${formatValue(before?.[name])} → ${formatValue(after?.[name])}`)
    .join(', ')
}

/** `/operator/audit`: the append-only log of operator actions, with their reasons. */
export const auditPage = adminPage({ path: '/operator/audit', show: send })
