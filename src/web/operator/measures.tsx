import type { Context, Operator } from '#platform/context.ts'
import { presentOwnedMeasure } from '#people/operator/measures/present.ts'
import { appealsOf, readMeasure } from '#people/operator/measures/index.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { call } from '#web/app/calling.ts'
import { Badge, Notice } from '#web/components/badge.tsx'
import { desk, sendDesk, type Failed } from './desk.tsx'
import { Row, Rows, sendTwoSided } from './listed.tsx'
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

const sendList = (ctx: Context, c: Call, operator: Operator): Promise<Response> =>
  sendTwoSided<Measure>(ctx, c, operator, {
    current: 'measures',
    title: 'Measures',
    operation: 'listMeasures',
    first: { label: 'Standing', query: { standing: 'true' }, none: 'Nothing is hidden or suspended' },
    second: { show: 'lifted', label: 'Lifted', query: { standing: 'false' }, none: 'Nothing was lifted yet' },
    icon: 'shield',
    about: 'What you hide or suspend stands here with its reason, until you lift it.',
    rows: (measures) => <MeasureList measures={measures} now={ctx.now()} />,
  })

export const MeasureList = ({ measures, now }: { measures: readonly Measure[]; now: Date }) => (
  <Rows>
    {measures.map(({ id, kind, subject, account, reason, taken_at, lifted_at }) => (
      <Row href={`/operator/measures/${id}`} title={subject.name} line={`${account.name} · ${reason}`} at={taken_at} now={now}>
        <Badge {...(lifted_at ? {} : { means: 'bad' as const })}>{lifted_at ? 'Lifted' : DOWN[kind]}</Badge>
      </Row>
    ))}
  </Rows>
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
