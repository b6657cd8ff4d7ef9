import { countAudience } from '#commerce/invitations/index.ts'
import { INVITATIONS_A_DAY, MOST_PERCENT } from '#commerce/invitations/rules.ts'
import { counted } from '#core/format/count.ts'
import { notFound } from '#platform/errors/index.ts'
import { Button, Countdown, Empty, Field, Form, Notice, Section, TextArea } from '#web/ui/index.ts'
import {
  api,
  call,
  dollarsText,
  fieldAt,
  page,
  sendApp,
  type Invitation,
  type Listing,
  type Outcome,
  type PageRequest,
  type SentForm,
} from '#web/framework/page/index.ts'

/** `/app/listings/{id}/invitations` offers a listing for less to the people who like it, and shows the latest invitation. */
export const invitePage = page({
  path: '/app/listings/:id/invitations',
  name: 'invitations',
  form: answer,
  load: async ({ ctx, c, viewer }) => {
    const id = c.req.param('id')!
    const [listing, { data }, audience] = await Promise.all([
      call(ctx, viewer, api.getListing, { params: { id } }),
      call(ctx, viewer, api.listInvitations, { query: { role: 'seller', listing: id, limit: '1' } }),
      countAudience(ctx, viewer, id),
    ])
    return { listing, latest: data[0], audience }
  },
  show: send,
})

/** Returns the path of the invitations page. */
export const invitePath = (listing: string): string => `/app/listings/${encodeURIComponent(listing)}/invitations`

/** Returns the label of a button that invites this number of people. */
export const inviteLabel = (audience: number): string => `Invite ${counted(audience, 'person who likes it', 'people who like it')}`

async function answer({ ctx, c, viewer }: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const id = c.req.param('id')!
  const { do: what, invitation = '', amount = '', note = '' } = fields
  const to = invitePath(id)
  if (what === 'withdraw') {
    await call(ctx, viewer, api.withdrawInvitation, { params: { id: invitation } })
    return { to, message: 'Invitation withdrawn.' }
  }
  if (what !== 'invite') throw notFound('invitation')
  const { sent } = await call(ctx, viewer, api.inviteLikers, { params: { id }, body: { amount, note } })
  return { to, message: `${counted(sent ?? 0, 'person', 'people')} invited.` }
}

type Loaded = { listing: Listing; latest: Invitation | undefined; audience: number }

function send(at: PageRequest, { listing, latest, audience }: Loaded): Promise<Response> {
  const isOpen = latest?.status === 'open'
  return sendApp(at, {
    current: 'listings',
    title: `Invite people to buy ${listing.title ?? 'a draft'}`,
    intro: 'Offer the item for less to the people who like it. The first person to accept gets the order.',
    apiCalls: [[`POST /listings/${listing.id}/invitations`, { amount: 45, note: 'I can offer you this item for less. Interested?' }]],
    atFields: ['amount', 'note'],
    children: (
      <div class="stack" id="invitations" data-live="invitation">
        {latest && isOpen ? <Current at={at} listing={listing.id} invitation={latest} /> : null}
        {isOpen ? null : listing.status !== 'live' || audience === 0 ? (
          <Empty icon="heart" title={listing.status === 'live' ? 'No one to invite right now' : 'This item is not for sale'}>
            <p>
              You can invite people who have liked the item for at least an hour. This does not include people who have an open offer or
              whom you invited in the last 7 days.
            </p>
          </Empty>
        ) : (
          <Section id="invite" title={inviteLabel(audience)}>
            <InviteForm at={at} listing={listing} audience={audience} />
          </Section>
        )}
        <p>
          <a href={`/app/listings/${listing.id}`}>Back to the listing</a>
        </p>
      </div>
    ),
  })
}

const Current = ({ at, listing, invitation }: { at: PageRequest; listing: string; invitation: Invitation }) => {
  const { id, amount, sent, taken, until, note } = invitation
  return (
    <Section id="open" title={`Open invitation for ${dollarsText(amount)}`}>
      <p>
        {counted(sent ?? 0, 'person is', 'people are')} invited. {taken ? `${counted(taken, 'person', 'people')} accepted. ` : ''}The
        invitation is open for <Countdown at={until} now={at.ctx.now()} over="no time left" />.
      </p>
      {note ? <blockquote>{note}</blockquote> : null}
      <Form action={invitePath(listing)} viewer={at.viewer} with={{ invitation: id }}>
        <Button do="withdraw" label="Withdraw" />
      </Form>
    </Section>
  )
}

const InviteForm = ({ at, listing, audience }: { at: PageRequest; listing: Listing; audience: number }) => (
  <Form class="form wide" action={invitePath(listing.id)} viewer={at.viewer} with={{ do: 'invite' }}>
    <Notice>
      <span>
        An invitation is open for 48 hours and is binding: the first person to accept gets the item for this amount, or for your price if
        that is lower. You can send {INVITATIONS_A_DAY} in 24 hours.
      </span>
    </Notice>
    <Field
      {...fieldAt(at, 'amount')}
      label="Amount, in dollars"
      hint={`Your price is ${dollarsText(listing.price ?? 0)}. Enter at most ${MOST_PERCENT}% of this price, and at least your minimum price.`}
      before="$"
      inputmode="decimal"
      required
    />
    <TextArea {...fieldAt(at, 'note')} label="Message (optional)" rows={2} maxlength={500} />
    <div class="actions">
      <Button kind="dark" label={inviteLabel(audience)} />
    </div>
  </Form>
)
