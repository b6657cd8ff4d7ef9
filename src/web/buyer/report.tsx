import * as market from '#catalog/browse/index.ts'
import type { Detail } from '#catalog/browse/index.ts'
import { REASONS } from '#catalog/reports/index.ts'
import { goTo, type Viewer } from '#web/framework/answer.ts'
import { Button, ButtonLink, Check, Choices, Form, Notice, TextArea, type Choice } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import { WrongAbove, api, call, fieldAt, page, sendStepPage, signInPath, type PageRequest } from '#web/framework/page/index.ts'
import { ListedItem, hrefOf } from './item-row.tsx'

/** `/report/{listing}`: reports a listing to the operator. Everyone can open the page, but sending a report requires an account. */
export const reportPage = page({
  path: '/report/:listing',
  name: 'report',
  who: 'either',
  async form({ ctx, c, viewer }, { fields: { reason = '', body = '' } }) {
    const id = c.req.param('listing')!
    if (viewer.kind === 'anonymous') return goTo(c, signInPath(ROUTES.report(id)))
    await call(ctx, viewer, api.reportListing, { params: { id }, body: { reason, body } })
    return goTo(c, `${ROUTES.report(id)}?sent=1`)
  },
  show: send,
})

const LABELS: Readonly<Record<(typeof REASONS)[number], string>> = {
  counterfeit: 'It is a fake',
  prohibited: 'It is not allowed here',
  misleading: 'The description is misleading',
  offensive: 'It is offensive or hateful',
  other: 'Something else',
}

async function send(at: PageRequest<Viewer>): Promise<Response> {
  const { ctx, c } = at
  const listing = await market.readListing(ctx, at.viewer, c.req.param('listing')!)
  const sent = c.req.query('sent')
  return sendStepPage(at, {
    title: sent ? 'Thank you' : 'Report a listing',
    name: 'Report a listing',
    tone: listing.shop.tone,
    children: (
      <div class="step stack">
        <ListedItem ctx={ctx} card={listing} />
        {sent ? <Sent href={hrefOf(listing)} /> : <ReportListing at={at} listing={listing} />}
      </div>
    ),
  })
}

const Sent = ({ href }: { href: string | null }) => (
  <>
    <Notice means="ok">Report received. A person will review it, and you will get an email with the result.</Notice>
    <p class="actions">
      <ButtonLink href="/" kind="dark" label="Back to the marketplace" />
      {href ? <ButtonLink href={href} label="Back to the listing" /> : null}
    </p>
  </>
)

const ReportListing = ({ at, listing }: { at: PageRequest<Viewer>; listing: Detail }) => {
  const { viewer } = at
  if (viewer.kind === 'anonymous')
    return (
      <>
        <WhatHappens />
        <p>You need an account to send a report, so that we can tell you the result.</p>
        <p class="actions">
          <ButtonLink href={signInPath(ROUTES.report(listing.id))} kind="dark" label="Sign in to report" />
        </p>
      </>
    )
  if (listing.seller.id === viewer.accountId)
    return (
      <>
        <Notice>This is your own listing. Edit it, or take it down.</Notice>
        <p>
          <ButtonLink href={`/app/listings/${listing.id}`} label="Edit listing" />
        </p>
      </>
    )
  return (
    <>
      <ReportForm
        at={at}
        action={ROUTES.report(listing.id)}
        reasons={REASONS.map((value) => ({ value, label: LABELS[value] }))}
        hint="At most 1000 characters. The seller does not see who sent the report."
      />
      <WhatHappens />
    </>
  )
}

const WhatHappens = () => (
  <p class="quiet">
    A person will review the listing. If it breaks the rules, we will hide it and tell the seller the reason, but never who reported it. You
    will get an email either way.
  </p>
)

type ReportFormProps = { at: PageRequest<Viewer>; action: string; reasons: readonly Choice[]; hint: string }

/** The form of a report on a listing or a person. */
export const ReportForm = ({ at, action, reasons, hint }: ReportFormProps) => (
  <>
    <WrongAbove problem={at.problem} fields={['reason', 'body']} />
    <Form class="form" action={action} viewer={at.viewer} label="Report">
      <Choices stacked name="reason" label="What is wrong?" problem={at.problem?.param === 'reason' ? 'Choose what is wrong.' : undefined}>
        {reasons.map(({ value, label }) => (
          <Check type="radio" name="reason" value={value} label={label} checked={at.typed.reason === value} />
        ))}
      </Choices>
      <TextArea {...fieldAt(at, 'body')} label="Details (optional)" hint={hint} rows={4} maxlength={1000} />
      <Button kind="dark" label="Send report" />
    </Form>
  </>
)
