import { listCards, removeCard, type SavedCard } from '#commerce/payments/customers/index.ts'
import { ApiError, notFound } from '#platform/errors/index.ts'
import { page, sendAccountPage, WrongAbove, type PageRequest } from '#web/framework/page/index.ts'
import { Button, ButtonLink, Empty, Form, Notice } from '#web/ui/index.ts'
import { cardName, expiryOf } from './card.tsx'

const CARDS = '/you/cards'

/**
 * The cards that the buyer has saved at the payment provider. The page reads them from the provider, because the service does not store
 * cards.
 */
export const cardsPage = page({
  path: CARDS,
  name: 'your saved cards',
  ofAccount: true,
  evenSuspended: true,
  async form({ ctx, viewer }, { fields: { card = '' } }) {
    await removeCard(ctx, viewer, card)
    return { to: CARDS, message: 'Card removed. You can save it again when you pay.' }
  },
  show: send,
})

async function send(at: PageRequest): Promise<Response> {
  const { ctx, viewer } = at
  if (ctx.payments === null) throw notFound('page')
  const cards = await listCards(ctx, viewer).catch(asMissing)
  return sendAccountPage(at, {
    current: 'settings',
    title: 'Saved cards',
    intro:
      ctx.payments.name === 'stripe'
        ? 'Stripe stores the cards that you save when you pay. We do not store any card details.'
        : 'Checkout offers a saved test card first. No real money moves.',
    children: (
      <div class="stack">
        <WrongAbove problem={at.problem} fields={[]} />
        <CardList at={at} cards={cards} />
      </div>
    ),
  })
}

const CardList = ({ at, cards }: { at: PageRequest; cards: readonly SavedCard[] | null }) => {
  if (cards === null)
    return <Notice means="warn">The payment provider is not responding, so we cannot show your cards. Reload this page in a moment.</Notice>
  if (cards.length === 0)
    return (
      <Empty icon="lock" title="No saved cards">
        <p>To save a card, check the box for it when you pay.</p>
        <ButtonLink href="/you/settings" label="Settings" />
      </Empty>
    )
  return (
    <ul class="rows">
      {cards.map((card) => (
        <li>
          <span>
            {card.brand} ending in {card.last4} <span class="small quiet">expires {expiryOf(card)}</span>
          </span>
          <Form action={CARDS} viewer={at.viewer} with={{ card: card.ref }}>
            <Button small kind="quiet" label="Remove card" about={`: ${cardName(card)}`} />
          </Form>
        </li>
      ))}
    </ul>
  )
}

/** Returns null if the error means that the payment provider is not responding. Rethrows all other errors. */
function asMissing(error: unknown): null {
  if (error instanceof ApiError && error.type === 'unavailable') return null
  throw error
}
