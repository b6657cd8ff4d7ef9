import type { Context } from '#platform/context.ts'
import * as market from '#market/browse/index.ts'
import { REASONS } from '#people/operator/reports/schema.ts'
import type { App } from '#platform/http/mount.ts'
import { goTo, sendPage, type Call, type Viewer } from '#web/answer.ts'
import { call, problemAt, tried, type Problem } from '#web/app/calling.ts'
import { Notice } from '#web/components/badge.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Check, Choices, TextArea } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { Layout } from '#web/layouts/public.tsx'
import { page } from '#web/page.tsx'
import { PLACES } from '#web/places.ts'
import { takeForm, viewerOf } from '#web/session.ts'
import { placeOf, Thing, thumbOf } from './thing.tsx'

/** `/report/{listing}`: tell the operator of a listing. Anybody reads what happens then; reporting takes an account. */
export function mountReport(app: App, ctx: Context): void {
  app.get(
    '/report/:listing',
    page(ctx, 'report', async (c) => send(ctx, c, await viewerOf(ctx, c))),
  )
  app.post(
    '/report/:listing',
    page(ctx, 'report', (c) => take(ctx, c)),
  )
}

const WORDS: Readonly<Record<(typeof REASONS)[number], string>> = {
  counterfeit: 'It is a fake',
  prohibited: 'It may not be sold here',
  misleading: 'It is not what it says it is',
  offensive: 'It is offensive or hateful',
  other: 'Something else',
}

type Typed = { fields: Record<string, string>; problem: Problem }

async function take(ctx: Context, c: Call): Promise<Response> {
  const { viewer, fields } = await takeForm(ctx, c)
  const id = c.req.param('listing')!
  if (viewer.kind === 'anonymous') return goTo(c, signInPath(id))
  const { reason = '', body = '' } = fields
  const result = await tried(() => call(ctx, viewer, 'reportListing', { params: { id }, body: { reason, body } }))
  return 'done' in result ? goTo(c, `${PLACES.report(id)}?sent=1`) : send(ctx, c, viewer, { fields, problem: result.problem })
}

const signInPath = (id: string): string => `/sign-in?return=${encodeURIComponent(PLACES.report(id))}`

async function send(ctx: Context, c: Call, viewer: Viewer, failed?: Typed): Promise<Response> {
  const detail = await market.readListing(ctx, viewer, c.req.param('listing')!)
  const { listing, cover } = detail
  const markup = (
    <Layout site={ctx.config} viewer={viewer} tone={listing.shop_tone} title="Report a listing · resale">
      <div class="step-page">
        <h1>{c.req.query('sent') ? 'Thank you' : 'Report a listing'}</h1>
        <div class="step stack">
          <Thing
            title={listing.title ?? 'A listing'}
            href={placeOf(ctx, { ...detail })}
            picture={thumbOf(ctx, cover)}
            shop={listing.shop_name}
          />
          {c.req.query('sent') ? <Sent href={placeOf(ctx, { ...detail })} /> : <Ask viewer={viewer} listing={listing} failed={failed} />}
        </div>
      </div>
    </Layout>
  )
  return sendPage(ctx, c, markup, { status: failed?.problem.status ?? 200, headers: { 'X-Robots-Tag': 'noindex' } })
}

const Sent = ({ href }: { href: string | null }) => (
  <>
    <Notice means="ok">We have your report. A person reads it, and you get a mail when it was looked at.</Notice>
    <p class="actions">
      <ButtonLink href="/" kind="dark">
        Back to the marketplace
      </ButtonLink>
      {href ? <ButtonLink href={href}>Back to the listing</ButtonLink> : null}
    </p>
  </>
)

type AskProps = { viewer: Viewer; listing: { id: string; owner_id: string }; failed: Typed | undefined }

const Ask = ({ viewer, listing, failed }: AskProps) => {
  if (viewer.kind === 'anonymous')
    return (
      <>
        <WhatHappens />
        <p>So that we can tell you what came of it, a report takes an account.</p>
        <p class="actions">
          <ButtonLink href={signInPath(listing.id)} kind="dark">
            Sign in to report it
          </ButtonLink>
        </p>
      </>
    )
  if (listing.owner_id === viewer.accountId)
    return (
      <>
        <Notice>This listing is your own. Change it, or take it down.</Notice>
        <p>
          <ButtonLink href={`/app/listings/${listing.id}`}>Edit it</ButtonLink>
        </p>
      </>
    )
  const problem = failed?.problem
  const above = problem && problem.param !== 'reason' && problem.param !== 'body' ? problem.message : undefined
  return (
    <>
      {above ? (
        <Notice means="bad" alert>
          {above}
        </Notice>
      ) : null}
      <Form class="form" action={PLACES.report(listing.id)} viewer={viewer} label="Report">
        <Choices name="reason" label="What is wrong?" problem={problem?.param === 'reason' ? 'Choose what is wrong.' : undefined}>
          {REASONS.map((reason) => (
            <Check type="radio" name="reason" value={reason} label={WORDS[reason]} checked={failed?.fields.reason === reason} />
          ))}
        </Choices>
        <TextArea
          name="body"
          label="Tell us more, if you like"
          hint="At most 1000 characters. The seller does not see who wrote it."
          rows={4}
          maxlength={1000}
          value={failed?.fields.body ?? ''}
          problem={problemAt(problem, 'body')}
        />
        <Button kind="dark">Send the report</Button>
      </Form>
      <WhatHappens />
    </>
  )
}

const WhatHappens = () => (
  <p class="quiet">
    A person looks at it. If it breaks the rules, it is hidden, and its seller is told the reason but never who told us. You get a mail
    either way.
  </p>
)
