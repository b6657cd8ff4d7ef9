import type { Context, Operator } from '#platform/context.ts'
import { presentAppeal, presentOwnedMeasure } from '#people/operator/measures/present.ts'
import { readAppeal } from '#people/operator/measures/appeals.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { call } from '#web/app/calling.ts'
import { Badge, Notice } from '#web/components/badge.tsx'
import { desk, sendDesk, type Failed } from './desk.tsx'
import { Row, Rows, sendTwoSided } from './listed.tsx'
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

const sendList = (ctx: Context, c: Call, operator: Operator): Promise<Response> =>
  sendTwoSided<Appeal>(ctx, c, operator, {
    current: 'appeals',
    title: 'Appeals',
    operation: 'listAppeals',
    first: { label: 'Open', query: { status: 'open' }, none: 'No open appeals' },
    second: { show: 'answered', label: 'Answered', query: { status: 'answered' }, none: 'None answered yet' },
    icon: 'chat',
    about: 'Whoever you hide or suspend can object. Their words come here, beside the reason you gave.',
    rows: (appeals) => (
      <Rows>
        {appeals.map(({ id, body, against, created_at, outcome }) => (
          <Row href={`/operator/appeals/${id}`} title={against.subject.name} line={body} at={created_at} now={ctx.now()}>
            <Badge>{outcome === null ? DOWN[against.kind] : outcome === 'lifted' ? 'Lifted' : 'Stays'}</Badge>
          </Row>
        ))}
      </Rows>
    ),
  })

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
