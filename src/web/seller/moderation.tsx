import type { AnswerOf } from '#platform/http/endpoint.ts'
import { Badge, Button, ButtonLink, Empty, Form, Timestamp, Notice, TextArea } from '#web/ui/index.ts'
import { appealRefusal } from '#admin/moderation/rules.ts'
import { api, call, page, problemAt, sendApp, type PageRequest } from '#web/framework/page/index.ts'

type OwnMeasure = AnswerOf<typeof api.listOwnMeasures>['data'][number]

/** `/app/measures` lists the moderation actions against the user, their reasons, what the user can still do, and how to appeal. */
export const measuresPage = page({
  path: '/app/measures',
  name: 'measures',
  evenSuspended: true,
  async form({ ctx, viewer }, { fields }) {
    const { measure = '' } = fields
    await call(ctx, viewer, api.appealMeasure, { params: { id: measure }, body: { body: fields[`body_${measure}`] ?? '' } })
    return { to: '/app/measures', message: 'Appeal sent. A person will read it, and you will get an email with the decision.' }
  },
  load: ({ ctx, viewer }) => call(ctx, viewer, api.listOwnMeasures),
  show: (at, { data }) =>
    sendApp(at, {
      title: 'Moderation',
      intro: 'Hidden items and warnings, the reasons for them, and how to appeal. A person reads every appeal.',
      atFields: ['body'],
      headers: { 'X-Robots-Tag': 'noindex' },
      children:
        data.length === 0 ? (
          <Empty icon="shield" title="Nothing is hidden or suspended">
            <p>If that ever changes, you will see the reason here and will be able to appeal.</p>
            <ButtonLink href="/app" label="Back to your shop" />
          </Empty>
        ) : (
          <div class="stack">
            {data.map((measure) => (
              <OneMeasure measure={measure} at={at} again={at.typed.measure === measure.id} />
            ))}
          </div>
        ),
    }),
})

const TITLES: Readonly<Record<OwnMeasure['kind'], (name: string) => string>> = {
  listing: (name) => `“${name}” is hidden`,
  shop: (name) => `Your shop ${name} is suspended`,
  account: () => 'Your account is suspended',
  review: (name) => `${name} is hidden`,
  warning: (name) => `Warning: ${name}`,
  change: (name) => `Please change “${name}”`,
}

const WHAT_WORKS: Readonly<Record<OwnMeasure['kind'], string>> = {
  listing: 'Only you can see the listing. You can still edit it, and any open order continues.',
  shop: 'Only you can see the shop and its listings. You can still edit the shop, and open orders continue.',
  account:
    'Your shops are hidden, and you cannot list or buy items or send messages. You can still sign in, ship and finish open orders, get your money, and export your data.',
  review: 'Only you and the operator can read the review.',
  warning: 'Nothing is hidden or suspended.',
  change: 'Nothing is hidden. After you edit the listing, we will review it again.',
}

const OneMeasure = ({ measure, at, again }: { measure: OwnMeasure; at: PageRequest; again: boolean }) => {
  const { id, kind, subject, reason, taken_at, lifted_at, lifted_reason, appeals } = measure
  const open = appeals.some(({ status }) => status === 'open')
  const refusal = appealRefusal({ lifted: lifted_at !== null, open, appeals: appeals.length })
  return (
    <section class="panel" aria-label={TITLES[kind](subject.name)}>
      <h2>{lifted_at ? `${subject.name}: action reversed` : TITLES[kind](subject.name)}</h2>
      <p class="small quiet">
        Since <Timestamp at={taken_at} />
      </p>
      <div>
        <p>The reason:</p>
        <blockquote>{reason}</blockquote>
      </div>
      {lifted_at ? (
        <Notice means="ok">
          We reversed this action on <Timestamp at={lifted_at} form="day" />: {lifted_reason}
        </Notice>
      ) : (
        <>
          <p>{WHAT_WORKS[kind]}</p>
          {kind === 'change' ? <ButtonLink href={`/app/listings/${subject.id}`} label="Edit the listing" /> : null}
        </>
      )}
      {appeals.map(({ body, created_at, answer, status }) => (
        <div class="stack">
          <p class="small quiet">
            You appealed on <Timestamp at={created_at} /> {status === 'open' ? <Badge means="info">Under review</Badge> : null}
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
        <Form class="form wide" action="/app/measures" viewer={at.viewer} label={`Appeal: ${subject.name}`} with={{ measure: id }}>
          <TextArea
            name={`body_${id}`}
            label="Why do you think the action is wrong?"
            hint="At most 2,000 characters. You will get an email with the decision."
            rows={5}
            maxlength={2000}
            required
            value={(again && at.typed[`body_${id}`]) || ''}
            problem={again ? problemAt(at.problem, 'body') : undefined}
          />
          <Button kind="dark" label="Send appeal" />
        </Form>
      ) : lifted_at || open ? null : (
        <p class="quiet">{refusal}</p>
      )}
    </section>
  )
}
