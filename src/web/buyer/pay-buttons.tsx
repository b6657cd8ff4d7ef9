import { PROTECTED_DAYS, UNCONFIRMED_DAYS } from '#commerce/orders/rules/order.ts'
import { cardAtCheckout, hasCustomer, saveTestCard, type SavedCard } from '#commerce/payments/customers/index.ts'
import type { Context, Person } from '#platform/context/index.ts'
import type { Viewer } from '#web/framework/answer.ts'
import type { Fields } from '#web/framework/page/index.ts'
import { Button, Check, Notice } from '#web/ui/index.ts'
import { cardName } from './card.tsx'

/** Specifies whether the buyer may save a card, and which saved card our own checkout offers first. */
export type CardChoice = { canSave: boolean; saved: SavedCard | null }

/** Card choice for guests, who cannot save cards and have no saved card. */
export const NO_CARDS: CardChoice = { canSave: false, saved: null }

export async function readCardChoice(ctx: Context, viewer: Viewer): Promise<CardChoice> {
  const canSave = viewer.kind === 'session' && hasCustomer(viewer)
  return { canSave, saved: canSave ? await cardAtCheckout(ctx, viewer) : null }
}

/** Saves the card if the buyer chose to save it. Call this only if the payment was not declined. */
export const saveCard = async (ctx: Context, viewer: Person, fields: Fields): Promise<void> => {
  if (fields['save_card'] === 'true') await saveTestCard(ctx, viewer)
}

type Props = {
  ctx: Context
  cards: CardChoice
  typed: Fields
  amount: string
  /** Text that follows the amount on the button. */
  purpose?: string
  free?: boolean
}

/**
 * Payment buttons. On a phone, the first button sticks to the bottom of the screen. The fake payment provider has one button per outcome.
 */
export const PayButtons = ({ ctx, cards: { canSave, saved }, typed, amount, purpose = '', free }: Props) => {
  const label = `Pay ${amount}${saved ? ` with ${cardName(saved)}` : ''}${purpose}`
  if (free)
    return (
      <div class="bottom-bar">
        <Button kind="dark" name="method" value="none" label="Place order, nothing to pay" />
      </div>
    )
  if (ctx.payments === null)
    return <Notice means="plainly">This server does not take payments. Ask the seller how to continue. Nothing was charged.</Notice>
  if (ctx.payments.name === 'stripe')
    return (
      <>
        <p>
          You pay by card or wallet on Stripe’s page, then return here. We never see your card.
          {canSave ? ' You can save your card there for next time.' : null}
        </p>
        <div class="bottom-bar">
          <Button kind="dark" name="method" value="checkout" label={label} />
        </div>
      </>
    )
  return (
    <>
      <Notice>This server uses a test provider: no real money moves. Choose a test result.</Notice>
      {saved ? (
        <p class="small">
          <a href="/you/cards">Manage your saved cards</a>
        </p>
      ) : null}
      {canSave && !saved ? <Check name="save_card" label="Save this card for next time" checked={typed['save_card'] === 'true'} /> : null}
      <div class="actions">
        <div class="bottom-bar">
          <Button kind="dark" name="method" value="test_ok" label={label} />
        </div>
        <Button name="method" value="test_declined" label="Simulate decline" />
        <Button name="method" value="test_slow" label="Simulate delay" />
      </div>
    </>
  )
}

/** Explains how the service protects the buyer's money. */
export const Protection = () => (
  <p class="small quiet">
    We hold your money until you confirm that everything is OK, or until {PROTECTED_DAYS} days after you confirm that it arrived. If you
    confirm neither, the seller is paid {UNCONFIRMED_DAYS} days after shipping. Report a problem before then.{' '}
    <a href="/safety">How we protect buyers</a>
  </p>
)
