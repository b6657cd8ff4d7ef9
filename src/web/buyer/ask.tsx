import type { Anonymous } from '#platform/context/index.ts'
import { boughtByGuest } from '#commerce/guests/index.ts'
import { requireContent } from '#messaging/threads/index.ts'
import { isAvailabilityQuestion } from '#messaging/threads/rules/availability.ts'
import * as market from '#catalog/browse/index.ts'
import { validateBody } from '#platform/http/call.ts'
import type { Viewer } from '#web/framework/answer.ts'
import { reservedFor } from '#commerce/reservations/index.ts'
import { Button, ButtonLink, Form, Notice, TextArea } from '#web/ui/index.ts'
import { ROUTES } from '#web/framework/routes.ts'
import {
  WrongAbove,
  api,
  call,
  fieldAt,
  filled,
  page,
  sendStepPage,
  type Fields,
  type PageRequest,
  type Outcome,
  type SentForm,
} from '#web/framework/page/index.ts'
import { ListedItem, hrefOf, Price } from './item-row.tsx'

/**
 * Form for a question about a listing. The question starts or continues the buyer's conversation about this listing (spec: completions 8).
 */
export const questionPage = page({
  path: '/ask/:listing',
  name: 'ask',
  guests: (ctx, c, guest) => boughtByGuest(ctx, guest, c.req.param('listing')!),
  beforeSignIn: { fields: ['text', 'anyway'], show: (at) => send(at), check },
  form: take,
  show: (at) => send(at),
})

/** Anonymous users can get an answer to a question about availability without signing in. */
async function check(at: PageRequest<Anonymous>, { text = '', anyway }: Fields): Promise<Response | null> {
  if (isAvailabilityQuestion(text) && anyway !== 'true') return send({ ...at, typed: { text } }, true)
  const { id: listing } = await market.readListing(at.ctx, at.viewer, at.c.req.param('listing')!)
  validateBody(api.startThread, { ...filled({ text }), listing })
  requireContent({ text: text.trim() })
  return null
}

async function take(at: PageRequest, { fields }: SentForm): Promise<Outcome> {
  const { ctx, c, viewer } = at
  const text = fields['text'] ?? ''
  if (isAvailabilityQuestion(text) && fields['anyway'] !== 'true') return send({ ...at, typed: { text } }, true)
  const { id, shop } = await call(ctx, viewer, api.startThread, { body: { ...filled({ text }), listing: c.req.param('listing')! } })
  return { to: `/you/messages/${id}#last`, message: `Question sent to ${shop.name}.` }
}

async function send(at: PageRequest<Viewer>, answered = false): Promise<Response> {
  const { ctx, c, viewer } = at
  const listing = await market.readListing(ctx, viewer, c.req.param('listing')!)
  const accountId = viewer.kind === 'anonymous' ? null : viewer.accountId
  const own = listing.seller.id === accountId
  const reserved = await reservedFor(ctx, listing.id)
  const there = availability(listing.status, reserved?.buyerId === accountId ? null : reserved)
  return sendStepPage(at, {
    title: 'Ask a question',
    tone: listing.shop.tone,
    children: (
      <div class="step stack">
        <ListedItem ctx={ctx} card={listing}>
          <Price of={listing} />
        </ListedItem>
        <WrongAbove problem={at.problem} fields={['text']} />
        {own ? (
          <Notice means="plainly">This is your own listing, so you cannot ask about it.</Notice>
        ) : (
          <Form class="form" action={ROUTES.ask(listing.id)} viewer={viewer} with={{ anyway: answered ? 'true' : undefined }}>
            <Notice means={answered ? 'ok' : 'plainly'}>
              {there}
              {answered ? ' Your question was not sent. Change it, or send it anyway.' : null}
            </Notice>
            {viewer.kind === 'anonymous' ? (
              <p class="small quiet">
                You need an account to get the answer. Sign up or sign in on the next page, and we will send your question as you wrote it.
              </p>
            ) : null}
            <TextArea
              {...fieldAt(at, 'text')}
              label={`Your question to ${listing.shop.name}`}
              hint="Ask about size, wear or shipping. The note above shows whether the item is for sale."
              rows={5}
              maxlength={2000}
              required
            />
            <div class="actions">
              <Button kind="dark" label={answered ? 'Send anyway' : 'Send'} />
              <ButtonLink href={hrefOf(listing) ?? '/'} label="Back to the item" />
            </div>
          </Form>
        )}
      </div>
    ),
  })
}

function availability(status: string, reserved: { by: 'order' | 'hold' } | null): string {
  if (status === 'sold') return 'This item has been sold.'
  if (status !== 'live') return 'This item is not for sale.'
  if (!reserved) return 'This item is for sale now and is not reserved.'
  return reserved.by === 'hold'
    ? 'This item is held for another buyer, who paid a deposit. If they do not buy it, it goes back on sale.'
    : 'Another buyer is paying for this item. If they do not pay, it goes back on sale.'
}
