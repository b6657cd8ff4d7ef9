import type { Context, Operator } from '#context.ts'
import { presentOwnedMeasure } from '#features/operator/measures/present.ts'
import { appealsOf, readMeasure } from '#features/operator/measures/service.ts'
import type { App } from '#lib/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { call, type List } from '#web/app/calling.ts'
import { Badge, Empty, Notice } from '#web/components/badge.tsx'
import { Pager, Tabs } from '#web/components/tabs.tsx'
import { Time } from '#web/components/time.tsx'
import { desk, offsetOf, PAGE, pagesOf, sendDesk, type Failed } from './desk.tsx'
import { MeasureFacts, PastAppeals } from './measure-parts.tsx'
import { Judge } from './parts.tsx'
import { DOWN, type Measure } from './records.ts'

/** `/operator/measures`: what is hidden and suspended, and how to take it back. */
export function mountMeasures(app: App, ctx: Context): void {
  desk(app, ctx, '/operator/measures', (c, operator) => sendList(ctx, c, operator))
  desk(
    app,
    ctx,
    '/operator/measures/:id',
    (c, operator, failed) => sendOne(ctx, c, operator, failed),
    (c, operator, { reason = '' }) => ({
      work: () => call(ctx, operator, 'liftMeasure', { params: { id: c.req.param('id')! }, body: { reason } }),
      to: '/operator/measures',
      said: 'lifted',
    }),
  )
}

async function sendList(ctx: Context, c: Call, operator: Operator): Promise<Response> {
  const lifted = c.req.query('show') === 'lifted'
  const offset = offsetOf(c)
  const query = { standing: String(!lifted), limit: String(PAGE), offset: String(offset) }
  const measures = await call<List<Measure>>(ctx, operator, 'listMeasures', { query })
  const at = lifted ? '/operator/measures?show=lifted' : '/operator/measures'
  return sendDesk(ctx, c, operator, {
    current: 'measures',
    title: 'Measures',
    children: (
      <div class="stack">
        <Tabs
          label="Measures"
          tabs={[
            { href: '/operator/measures', label: 'Standing', current: !lifted },
            { href: '/operator/measures?show=lifted', label: 'Lifted', current: lifted },
          ]}
        />
        {measures.data.length === 0 ? (
          <Empty icon="shield" title={lifted ? 'Nothing was lifted yet' : 'Nothing is hidden or suspended'}>
            <p>What you hide or suspend stands here with its reason, until you lift it.</p>
          </Empty>
        ) : (
          <MeasureList measures={measures.data} now={ctx.now()} />
        )}
        <Pager {...pagesOf(at, offset, measures.has_more)} more="Older ones" />
      </div>
    ),
  })
}

export const MeasureList = ({ measures, now }: { measures: readonly Measure[]; now: Date }) => (
  <ul class="app-threads" role="list">
    {measures.map(({ id, kind, subject, account, reason, taken_at, lifted_at }) => (
      <li>
        <a href={`/operator/measures/${id}`}>
          <strong>{subject.name}</strong>
          <span class="clip">
            {account.name} · {reason}
          </span>
        </a>
        <span class="marks">
          <Badge {...(lifted_at ? {} : { means: 'bad' as const })}>{lifted_at ? 'Lifted' : DOWN[kind]}</Badge>
          <span class="small quiet">
            <Time at={new Date(taken_at)} now={now} />
          </span>
        </span>
      </li>
    ))}
  </ul>
)

async function sendOne(ctx: Context, c: Call, operator: Operator, failed?: Failed): Promise<Response> {
  const row = await readMeasure(ctx, operator, c.req.param('id')!)
  const measure = presentOwnedMeasure(row, (await appealsOf(ctx, [row]))(row))
  const open = measure.appeals.find(({ status }) => status === 'open')
  return sendDesk(ctx, c, operator, {
    current: 'measures',
    title: measure.subject.name,
    intro: measure.lifted_at ? 'Lifted' : DOWN[measure.kind],
    failed,
    children: (
      <div class="two-sides">
        <div class="stack">
          {measure.lifted_at ? (
            <Notice means="ok">Lifted: {measure.lifted_reason}</Notice>
          ) : (
            <>
              {open ? (
                <Notice>
                  There is an appeal: <a href={`/operator/appeals/${open.id}`}>read and answer it</a>.
                </Notice>
              ) : null}
              <h2>Lift it</h2>
              <Judge
                action={`/operator/measures/${measure.id}`}
                operator={operator}
                label="Lift it"
                button="Lift"
                hint="The owner reads it."
                failed={failed}
                options={[{ value: 'lift', label: 'Lift it' }]}
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
