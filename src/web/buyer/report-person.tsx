import * as reports from '#commerce/reports/index.ts'
import { PERSON_REASONS } from '#catalog/reports/index.ts'
import { goTo } from '#web/framework/answer.ts'
import { Button, ButtonLink, Check, Choices, Form, Notice, TextArea } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { api, call, fieldAt, filled, page, sendStepPage, WrongAbove, type Fields, type PageRequest } from '#web/framework/page/index.ts'

const bodyOf = ({ reason = '', body = '' }: Fields) => filled({ reason, body })

/** `/report/thread/{id}`: reports the other person in a conversation. */
export const reportThreadPage = page({
  path: '/report/thread/:id',
  name: 'report person',
  who: 'person',
  async form({ ctx, c, viewer }, { fields }) {
    const id = c.req.param('id')!
    await call(ctx, viewer, api.reportThread, { params: { id }, body: bodyOf(fields) })
    return goTo(c, `${ROUTES.reportThread(id)}?sent=1`)
  },
  show: (at) => send(at, { thread: at.c.req.param('id')! }),
})

/** `/report/order/{id}`: reports the other person in an order. */
export const reportOrderPage = page({
  path: '/report/order/:id',
  name: 'report order',
  who: 'person',
  async form({ ctx, c, viewer }, { fields }) {
    const id = c.req.param('id')!
    await call(ctx, viewer, api.reportOrder, { params: { id }, body: bodyOf(fields) })
    return goTo(c, `${ROUTES.reportOrder(id)}?sent=1`)
  },
  show: (at) => send(at, { order: at.c.req.param('id')! }),
})

/** `/report/shop/{slug}`: reports a shop. */
export const reportShopPage = page({
  path: '/report/shop/:slug',
  name: 'report shop',
  who: 'person',
  async form({ ctx, c, viewer }, { fields }) {
    const slug = c.req.param('slug')!
    await call(ctx, viewer, api.reportStore, { params: { slug }, body: bodyOf(fields) })
    return goTo(c, `${ROUTES.reportShop(slug)}?sent=1`)
  },
  show: (at) => send(at, { store: at.c.req.param('slug')! }),
})

const WORDS: Readonly<Record<(typeof PERSON_REASONS)[number], string>> = {
  spam: 'Spam or advertising',
  threat: 'Threats or harassment',
  fake: 'A fake person or shop',
  off_site_payment: 'Asks for payment outside this service',
  private_data: 'Shares or asks for private data',
  other: 'Something else',
}

const pathOf = (target: reports.Target): string => {
  if ('thread' in target) return ROUTES.reportThread(target.thread)
  return 'order' in target ? ROUTES.reportOrder(target.order) : ROUTES.reportShop(target.store)
}

const blockPathOf = (target: reports.Target): string => {
  if ('thread' in target) return ROUTES.blockThread(target.thread)
  return 'order' in target ? ROUTES.blockOrder(target.order) : ROUTES.blockShop(target.store)
}

async function send(at: PageRequest, target: reports.Target): Promise<Response> {
  const { name } = await reports.readTarget(at.ctx, at.viewer, target)
  const isSent = at.c.req.query('sent') !== undefined
  return sendStepPage(at, {
    title: isSent ? 'Thank you' : `Report ${name}`,
    name: 'Report',
    children: (
      <div class="step stack">
        {isSent ? <Sent name={name} block={blockPathOf(target)} /> : <Ask at={at} target={target} name={name} />}
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
    <WrongAbove problem={at.problem} fields={['reason', 'body']} />
    <Form class="form" action={pathOf(target)} viewer={at.viewer} label="Report">
      <Choices stacked name="reason" label="What is wrong?" problem={at.problem?.param === 'reason' ? 'Choose what is wrong.' : undefined}>
        {PERSON_REASONS.map((reason) => (
          <Check type="radio" name="reason" value={reason} label={WORDS[reason]} checked={at.typed.reason === reason} />
        ))}
      </Choices>
      <TextArea {...fieldAt(at, 'body')} label="Details (optional)" hint="At most 1000 characters." rows={4} maxlength={1000} />
      <Button kind="dark" label="Send report" />
    </Form>
    <p class="quiet">
      A person reviews the report{'thread' in target ? ' and reads this conversation, but no other' : ''}. We do not tell {name} who
      reported them. You get an email with the outcome.
    </p>
  </>
)
