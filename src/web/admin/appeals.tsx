import type { Operator } from '#platform/context/index.ts'
import { readPresentedAppeal } from '#admin/moderation/index.ts'
import { Badge, Notice, Row, Rows, Time } from '#web/ui/index.ts'
import { api, call, sendOperatorPage, type PageRequest } from '#web/framework/page/index.ts'
import { adminPage } from './admin-page.ts'
import { twoPane } from './two-pane.tsx'
import { MeasureFacts, PastAppeals } from './moderation-parts.tsx'
import { Judge, person, Quote } from './parts.tsx'
import { DOWN } from './copy.ts'

const listPage = twoPane({
  current: 'appeals',
  title: 'Appeals',
  read: ({ ctx, viewer }, query) => call(ctx, viewer, api.listAppeals, { query }),
  first: { label: 'Open', query: { status: 'open' }, none: 'No open appeals' },
  second: { show: 'answered', label: 'Answered', query: { status: 'answered' }, none: 'No answered appeals' },
  icon: 'chat',
  about: 'An owner can appeal when you hide or suspend something. Each appeal appears here with the reason you gave.',
  rows: (appeals, now) => (
    <Rows>
      {appeals.map(({ id, body, against, created_at, outcome }) => (
        <Row href={`/operator/appeals/${id}`} title={against.subject.name} line={body} when={<Time at={created_at} now={now} />}>
          <Badge>{outcome === null ? DOWN[against.kind] : outcome === 'lifted' ? 'Reversed' : 'Upheld'}</Badge>
        </Row>
      ))}
    </Rows>
  ),
})

const onePage = adminPage({
  path: '/operator/appeals/:id',
  async form({ ctx, c, viewer }, { fields: { do: outcome = '', reason = '' } }) {
    await call(ctx, viewer, api.answerAppeal, { params: { id: c.req.param('id')! }, body: { outcome, reason } })
    return { to: '/operator/appeals', message: 'Appeal answered. We have notified the owner.' }
  },
  show: sendOne,
})

async function sendOne(at: PageRequest<Operator>): Promise<Response> {
  const { ctx, c, viewer: operator } = at
  const { appeal, measure } = await readPresentedAppeal(ctx, operator, c.req.param('id')!)
  return sendOperatorPage(at, {
    current: 'appeals',
    title: measure.subject.name,
    intro: DOWN[measure.kind],
    children: (
      <div class="two-sides">
        <div class="stack">
          <Quote by={person(measure.account)} at={appeal.created_at} now={ctx.now()}>
            {appeal.body}
          </Quote>
          {appeal.answer === null ? (
            <Judge
              action={`/operator/appeals/${appeal.id}`}
              at={at}
              label="Your answer"
              button="Send answer"
              hint="The owner will get your answer by email and can also read it in the app."
              options={[
                { value: 'upheld', label: 'Uphold the action' },
                { value: 'lifted', label: 'Reverse the action', more: 'restores it immediately' },
              ]}
            />
          ) : (
            <Notice>
              {appeal.outcome === 'lifted' ? 'Reversed' : 'Upheld'}: {appeal.answer}
            </Notice>
          )}
          <PastAppeals by="Earlier appeal" appeals={measure.appeals} now={ctx.now()} />
        </div>
        <MeasureFacts measure={measure} />
      </div>
    ),
  })
}

/** `/operator/appeals`: appeals against moderation actions. */
export const APPEAL_PAGES = [listPage, onePage]
