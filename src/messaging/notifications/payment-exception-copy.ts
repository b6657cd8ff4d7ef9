import type { Core } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import type { MoneyNotice } from './records/schema.ts'
import type { MailCopy } from './index.ts'
import { when } from './local-times.ts'
import { named } from './copy.ts'

/** Returns the email that reports a payment exception to the operator, seller or buyer. Returns null if a different email already does. */
export function moneyCase(ctx: Core, notice: MoneyNotice): MailCopy | null {
  const { side: party, order } = notice
  const written = party === 'operator' ? forOperator(notice) : party === 'seller' ? forSeller(notice) : forBuyer(notice)
  if (!written) return null
  const { config, urls } = ctx
  const link =
    party === 'operator' ? `${config.publicUrl}/operator/money/${notice.id}` : order ? urls.order(party, order) : fallback(ctx, party)
  return { ...written, link }
}

const fallback = ({ urls, config }: Core, party: 'seller' | 'buyer'): string =>
  party === 'seller' ? urls.payouts() : `${config.publicUrl}/you/orders`

type Wording = Pick<MailCopy, 'subject' | 'lines'>

const KINDS: Readonly<Record<MoneyNotice['kind'], string>> = {
  chargeback: 'Chargeback',
  refund_failed: 'Refund failed',
  transfer_failed: 'Transfer refused',
  transfer_reversed: 'Transfer reversed',
  payout_failed: 'Payout to a seller failed',
  account_stopped: 'Payout account stopped working',
  mismatch: 'Payment provider event does not match our records',
}

function forOperator({ kind, what, stage, about, amount, due_by }: MoneyNotice): Wording {
  const end = stage === 'won' || stage === 'lost' ? stage : what === 'closed' ? 'over' : null
  return {
    subject: `${KINDS[kind]}${end ? `, ${end}` : ''}: ${about ? named(about) : priceText(amount)}`,
    lines: [
      `${KINDS[kind]}, ${priceText(amount)}${about ? `, for ${named(about)}` : ''}.${end ? ` Result: ${end}.` : ''}`,
      ...(due_by && !end ? [`Answer the bank by ${when(due_by)}.`] : []),
    ],
  }
}

function forSeller({ kind, what, stage, about, amount, order }: MoneyNotice): Wording | null {
  const [item, money] = [about ? named(about) : 'one of your sales', priceText(amount)]
  if (kind === 'chargeback') {
    if (stage === 'won')
      return say(`Chargeback won: ${item}`, `The buyer’s bank has returned the ${money} for ${item}. Your payout for it will continue.`)
    if (stage === 'lost')
      return say(
        `Chargeback lost: ${item}`,
        `The buyer’s bank has decided that the buyer keeps the ${money} for ${item}. Your payout for it is reduced by that amount, and what you already received is taken back from your account.`,
      )
    if (stage === 'inquiry')
      return say(
        `Question from the buyer’s bank: ${item}`,
        `The buyer’s bank asks about the ${money} for ${item}. The bank has taken no money. Your payout for it is on hold until the question is answered.`,
      )
    // skips the exception if the email about the problem with the order already reports it
    return order
      ? null
      : say(
          `The buyer’s bank reversed a deposit`,
          `The buyer’s bank has reversed the deposit of ${money} for ${item}. The item is available again.`,
        )
  }
  if (what === 'closed') {
    if (kind === 'account_stopped') return say('Your payout account works again', 'We are now sending the payouts that were on hold.')
    return null
  }
  if (kind === 'transfer_reversed')
    return say(
      `Payout reversed: ${item}`,
      `${money} of your payout for ${item} was taken back from your account at the payment provider. Our team is looking into it.`,
    )
  if (kind === 'payout_failed')
    return say(
      'Your bank rejected your payout',
      `A payout of ${money} to your bank failed. The money is in your account at the payment provider. Check your bank details there.`,
    )
  return say(
    'Your payout account cannot receive money',
    'The payment provider currently cannot accept money for you, so your payouts are on hold. Complete your payout account:',
  )
}

function forBuyer({ kind, what, stage, about, amount }: MoneyNotice): Wording | null {
  const [item, money] = [about ? named(about) : 'your order', priceText(amount)]
  if (kind === 'refund_failed')
    return what === 'closed'
      ? say(`Your refund for ${item} is on its way`, `We have sent your refund of ${money} again.`)
      : say(
          `Your refund did not reach you`,
          `Your bank sent the ${money} for ${item} back to us. The money is safe with us. Our team will find another way to pay you.`,
        )
  if (stage === 'won')
    return say(`Your bank’s decision about ${item}`, `Your bank has returned the ${money} for ${item} to us. The order continues.`)
  if (stage === 'lost')
    return say(
      `Your bank’s decision about ${item}`,
      `Your bank decided that the ${money} for ${item} stays with you. We will not send you a further refund.`,
    )
  return say(
    `Your bank reversed the payment for ${item}`,
    `Your bank has reversed the ${money} for ${item} and will decide the dispute. Until then, the order is on hold. If this is a mistake, tell your bank.`,
  )
}

const say = (subject: string, line: string): Wording => ({ subject, lines: [line] })
