import type { Operator } from '#platform/context/index.ts'
import { readPresentedMeasure } from '#admin/moderation/index.ts'
import { Badge, Notice, Row, Rows, Time, Timestamp } from '#web/ui/index.ts'
import { api, type PageRequest, call, type Measure, sendOperatorPage } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { twoPane } from './two-pane.tsx'
import { MeasureFacts, PastAppeals } from './moderation-parts.tsx'
import { Judge } from './parts.tsx'
import { DOWN } from './copy.ts'

const listPage = twoPane({
  current: 'measures',
  title: 'Moderation',
  read: ({ ctx, viewer }, query) => call(ctx, viewer, api.listMeasures, { query }),
  first: { label: 'Active', query: { standing: 'true' }, none: 'Nothing is hidden or suspended' },
  second: { show: 'lifted', label: 'Reversed', query: { standing: 'false' }, none: 'No reversed actions' },
  icon: 'shield',
  about: 'When you hide or suspend something, it appears here with its reason until you reverse the action.',
  rows: (measures, now) => <MeasureList measures={measures} now={now} />,
})

export const MeasureList = ({ measures, now }: { measures: readonly Measure[]; now: Date }) => (
  <Rows>
    {measures.map(({ id, kind, subject, account, reason, taken_at, lifted_at, changed_at }) => (
      <Row
        href={`/operator/measures/${id}`}
        title={subject.name}
        line={`${account.name} · ${reason}`}
        when={<Time at={taken_at} now={now} />}
      >
        <Badge means={lifted_at ? undefined : changed_at ? 'info' : 'bad'}>
          {lifted_at ? 'Reversed' : changed_at ? 'Changed since' : DOWN[kind]}
        </Badge>
      </Row>
    ))}
  </Rows>
)

const onePage = adminPage({
  path: '/operator/measures/:id',
  async form({ ctx, c, viewer }, { fields: { reason = '' } }) {
    await call(ctx, viewer, api.liftMeasure, { params: { id: c.req.param('id')! }, body: { reason } })
    return { to: '/operator/measures', message: 'Action reversed. We have notified the owner.' }
  },
  show: sendOne,
})

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const measure = await readPresentedMeasure(ctx, operator, c.req.param('id')!)
  const open = measure.appeals.find(({ status }) => status === 'open')
  return sendOperatorPage(at, {
    current: 'measures',
    title: measure.subject.name,
    intro: measure.lifted_at ? 'Reversed' : DOWN[measure.kind],
    children: (
      <div class="two-sides">
        <div class="stack">
          {measure.lifted_at ? (
            <Notice means="ok">Reversed: {measure.lifted_reason}</Notice>
          ) : (
            <>
              {open ? (
                <Notice>
                  The owner has appealed: <a href={`/operator/appeals/${open.id}`}>read and answer the appeal</a>.
                </Notice>
              ) : null}
              {measure.kind === 'change' ? <ChangedNotice measure={measure} /> : null}
              <h2>Reverse the action</h2>
              <Judge
                action={`/operator/measures/${measure.id}`}
                at={at}
                label="Reverse the action"
                button="Reverse action"
                hint="The owner will see the reason."
                options={[{ value: 'lift', label: 'Reverse the action' }]}
              />
            </>
          )}
          <PastAppeals by="Appeal" appeals={measure.appeals} now={ctx.now()} />
        </div>
        <MeasureFacts measure={measure} />
      </div>
    ),
  })
}

const ChangedNotice = ({ measure: { changed_at, subject } }: { measure: Measure }) => (
  <Notice means={changed_at ? 'info' : 'plainly'}>
    {changed_at ? (
      <>
        The listing changed on <Timestamp at={changed_at} />.{' '}
      </>
    ) : (
      'The listing has not changed since the request. '
    )}
    <a href={`/operator/search?q=${subject.id}`}>Find the listing</a>
  </Notice>
)

/** `/operator/measures`: suspended accounts, suspended shops and hidden listings, with the forms that restore them. */
export const MEASURE_PAGES = [listPage, onePage]
