import type { Core } from '#platform/context/index.ts'
import type { StartedCheckout } from './start.ts'

/** Builds the API view of a guest's checkout. Only this response contains the payment link. */
export const presentGuestCheckout = ({ config }: Core, { id, order, token }: StartedCheckout) => ({
  object: 'guest_checkout' as const,
  id,
  order: order.id,
  pay_url: `${config.publicUrl}/guest/pay?token=${token}`,
  until: order.pay_by.toISOString(),
})
