import type { Context, Operator } from '#context.ts'
import { presentAppeal, presentOwnedMeasure } from '#features/operator/measures/present.ts'
import { readAppeal } from '#features/operator/measures/appeals.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { call, type List } from '#web/app/calling.ts'
import { Badge, Empty, Notice } from '#web/components/badge.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'
import { desk, offsetOf, PAGE, pagesOf, sendDesk, type Failed } from './desk.tsx'
import { MeasureFacts, PastAppeals } from './measure-parts.tsx'
import { Judge, person, Words } from './parts.tsx'
import { DOWN, type Appeal } from './records.ts'

/** `/operator/appeals`: what people object to. */
export function mountAppeals(app: App, ctx: Context): void {
  desk(app, ctx, '/operator/appeals', (c, operator) => sendList(ctx, c, operator))
  desk(
    app,
    ctx,
    '/operator/appeals/:id',
    (c, operator, failed) => sendOne(ctx, c, operator, failed),
    (c, operator, { do: outcome = '', reason = '' }) => ({
      work: () => call(ctx, operator, 'answerAppeal', { params: { id: c.req.param('id')! }, body: { outcome, reason } }),
      to: '/operator/appeals',
      said: 'ruled',
    }),
  )
}

async function sendList(ctx: Context, c: Call, operator: Operator): Promise<Response> {
  const status = c.req.query('status') === 'answered' ? 'answered' : 'open'
  const offset = offsetOf(c)
  const appeals = await call<List<Appeal>>(ctx, operator, 'listAppeals', { query: { status, limit: String(PAGE), offset: String(offset) } })
  const at = (to: string) => `/operator/appeals${to === 'open' ? '' : `?status=${to}`}`
  return sendDesk(ctx, c, operator, {
    current: 'appeals',
    title: 'Appeals',
    children: (
      <div class="stack">
        <Tabs
          label="Appeals"
          tabs={[
            { href: at('open'), label: 'Open', current: status === 'open' },
            { href: at('answered'), label: 'Answered', current: status === 'answered' },
          ]}
        />
        {appeals.data.length === 0 ? (
          <Empty icon="chat" title={status === 'open' ? 'No open appeals' : 'None answered yet'}>
            <p>Whoever you hide or suspend can object. Their words come here, beside the reason you gave.</p>
          </Empty>
        ) : (
          <ul class="app-threads" role="list">
            {appeals.data.map(({ id, body, against, created_at, outcome }) => (
              <li>
                <a href={`/operator/appeals/${id}`}>
                  <strong>{against.subject.name}</strong>
                  <span class="clip">{body}</span>
                </a>
                <span class="marks">
                  <Badge>{outcome === null ? DOWN[against.kind] : outcome === 'lifted' ? 'Lifted' : 'Stays'}</Badge>
                  <span class="small quiet">
                    <Time at={new Date(created_at)} now={ctx.now()} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <Pager {...pagesOf(at(status), offset, appeals.has_more)} more="Older ones" />
      </div>
    ),
  })
}

async function sendOne(ctx: Context, c: Call, operator: Operator, failed?: Failed): Promise<Response> {
  const found = await readAppeal(ctx, operator, c.req.param('id')!)
  const appeal = presentAppeal(found.row)
  const measure = presentOwnedMeasure(found.measure, found.others)
  return sendDesk(ctx, c, operator, {
    current: 'appeals',
    title: measure.subject.name,
    intro: DOWN[measure.kind],
    failed,
    children: (
      <div class="two-sides">
        <div class="stack">
          <Words by={person(measure.account)} at={appeal.created_at} now={ctx.now()}>
            {appeal.body}
          </Words>
          {appeal.answer === null ? (
            <Judge
              action={`/operator/appeals/${appeal.id}`}
              operator={operator}
              label="Your answer"
              button="Answer"
              hint="They read it in their mail and in their app."
              failed={failed}
              options={[
                { value: 'upheld', label: 'It stays' },
                { value: 'lifted', label: 'Lift it', more: 'it shows again at once' },
              ]}
            />
          ) : (
            <Notice>
              {appeal.outcome === 'lifted' ? 'Lifted' : 'It stays'}: {appeal.answer}
            </Notice>
          )}
          <PastAppeals by="An earlier appeal" appeals={measure.appeals} now={ctx.now()} />
        </div>
        <MeasureFacts measure={measure} />
      </div>
    ),
  })
}
