import type { Context } from '#platform/context/index.ts'
import { Button, Notice } from '#web/ui/index.ts'

/**
 * Payment buttons. On a phone, the first button sticks to the bottom of the screen. The fake payment provider has one button per outcome,
 * so that all outcomes can be tested.
 */
export const PayButtons = ({ ctx, words, free }: { ctx: Context; words: string; free?: boolean }) => {
  if (free)
    return (
      <div class="bottom-bar">
        <Button kind="dark" name="method" value="none">
          Place order, nothing to pay
        </Button>
      </div>
    )
  if (ctx.payments === null)
    return <Notice means="plainly">This server does not take payments. Ask the seller how to continue. Nothing was charged.</Notice>
  if (ctx.payments.name === 'stripe')
    return (
      <>
        <p>You pay by card on Stripe’s page, then return here. We never see your card.</p>
        <div class="bottom-bar">
          <Button kind="dark" name="method" value="checkout">
            {words}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <Notice>This server uses a test provider: no real money moves. Choose a test result.</Notice>
      <div class="actions">
        <div class="bottom-bar">
          <Button kind="dark" name="method" value="test_ok">
            {words}
          </Button>
        </div>
        <Button name="method" value="test_declined">
          Simulate decline
        </Button>
        <Button name="method" value="test_slow">
          Simulate delay
        </Button>
      </div>
    </>
  )
}
