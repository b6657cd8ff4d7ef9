import { Moment } from '#web/components/time.tsx'
import type { Context, Person } from '#platform/context.ts'
import { appealRefusal } from '#domain/operator.ts'
import type { presentMeasure } from '#people/operator/measures/present.ts'
import type { App } from '#platform/http/mount.ts'
import type { Call } from '#web/answer.ts'
import { Badge, Empty, Notice } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { call, problemAt, tried, type List, type Problem } from './calling.ts'
import { sendAppPage } from './frame.tsx'
import { doneAt, place } from './places.ts'

export type OwnMeasure = ReturnType<typeof presentMeasure>

/** `/app/measures`: what the operator hid or suspended of one's own, why, what still works, and how to object. */
export const mountMeasures = (app: App, ctx: Context): void =>
  place(
    app,
    ctx,
    '/app/measures',
    'measures',
    (c, viewer) => send(ctx, c, viewer),
    async (c, { viewer, fields }) => {
      const { measure = '' } = fields
      const body = fields[`body_${measure}`] ?? ''
      const result = await tried(() => call(ctx, viewer, 'appealMeasure', { params: { id: measure }, body: { body } }))
      return 'done' in result ? doneAt(c, '/app/measures', 'appealed') : send(ctx, c, viewer, { measure, body, problem: result.problem })
    },
    { evenSuspended: true },
  )

type Failed = { measure: string; body: string; problem: Problem }

async function send(ctx: Context, c: Call, viewer: Person, failed?: Failed): Promise<Response> {
  const { data } = await call<List<OwnMeasure>>(ctx, viewer, 'listOwnMeasures')
  return sendAppPage(
    ctx,
    c,
    viewer,
    {
      title: 'Hidden and suspended',
      intro: 'What we took out of sight, why, and how to object. A person reads every objection.',
      problem: failed?.problem,
      atFields: ['body'],
      children:
        data.length === 0 ? (
          <Empty icon="shield" title="Nothing of yours is hidden">
            <p>If that ever changes, the reason stands here, with a way to object.</p>
            <ButtonLink href="/app">Back to your shop</ButtonLink>
          </Empty>
        ) : (
          <div class="stack">
            {data.map((measure) => (
              <OneMeasure measure={measure} viewer={viewer} failed={failed?.measure === measure.id ? failed : undefined} />
            ))}
          </div>
        ),
    },
    { headers: { 'X-Robots-Tag': 'noindex' } },
  )
}

const TITLES: Readonly<Record<OwnMeasure['kind'], (name: string) => string>> = {
  listing: (name) => `“${name}” is hidden`,
  shop: (name) => `Your shop ${name} is suspended`,
  account: () => 'Your account is suspended',
  review: (name) => `${name} is hidden`,
}

const WHAT_WORKS: Readonly<Record<OwnMeasure['kind'], string>> = {
  listing: 'Nobody but you sees it. You can still change it, and an order of it goes on to its end.',
  shop: 'Nobody but you sees it or what is in it. You can still change it, and its orders go on to their end.',
  account:
    'Your shops are out of sight, and nothing can be listed, bought or written. You can still sign in, ship and finish open orders, get your money, and take your data out.',
  review: 'Nobody but you and us can read it.',
}

const OneMeasure = ({ measure, viewer, failed }: { measure: OwnMeasure; viewer: Person; failed: Failed | undefined }) => {
  const { id, kind, subject, reason, taken_at, lifted_at, lifted_reason, appeals } = measure
  const open = appeals.some(({ status }) => status === 'open')
  const refusal = appealRefusal({ lifted: lifted_at !== null, open, appeals: appeals.length })
  return (
    <section class="panel" aria-label={TITLES[kind](subject.name)}>
      <h2>{lifted_at ? `${subject.name}: lifted` : TITLES[kind](subject.name)}</h2>
      <p class="small quiet">
        Since <Moment at={taken_at} />
      </p>
      <div>
        <p>The reason:</p>
        <blockquote>{reason}</blockquote>
      </div>
      {lifted_at ? (
        <Notice means="ok">
          Lifted on <Moment at={lifted_at} form="day" />: {lifted_reason}
        </Notice>
      ) : (
        <p>{WHAT_WORKS[kind]}</p>
      )}
      {appeals.map(({ body, created_at, answer, status }) => (
        <div class="stack">
          <p class="small quiet">
            You objected on <Moment at={created_at} /> {status === 'open' ? <Badge means="info">Being read</Badge> : null}
          </p>
          <blockquote>{body}</blockquote>
          {answer ? (
            <div>
              <p>Our answer:</p>
              <blockquote>{answer}</blockquote>
            </div>
          ) : null}
        </div>
      ))}
      {refusal === null ? (
        <Form class="form wide" action="/app/measures" viewer={viewer} label={`Object: ${subject.name}`}>
          <input type="hidden" name="measure" value={id} />
          <TextArea
            name={`body_${id}`}
            label="Why you think this is wrong"
            hint="At most 2000 characters. You get a mail with the answer."
            rows={5}
            maxlength={2000}
            required
            value={failed?.body ?? ''}
            problem={problemAt(failed?.problem, 'body')}
          />
          <Button kind="dark">Send the objection</Button>
        </Form>
      ) : lifted_at || open ? null : (
        <p class="quiet">{refusal}</p>
      )}
    </section>
  )
}
