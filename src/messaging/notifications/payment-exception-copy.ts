import type { Context } from '#platform/context/index.ts'
import { priceText } from '#core/format/money.ts'
import type { MoneyNotice } from './records/schema.ts'
import type { MailCopy } from './index.ts'
import { when } from './local-times.ts'
import { named } from './copy.ts'

/** Returns the mail about a payment exception by kind and reader. Null when another mail already says it. */
export function moneyCase(ctx: Context, told: MoneyNotice): MailCopy | null {
  const { side, order } = told
  const written = side === 'operator' ? forOperator(told) : side === 'seller' ? forSeller(told) : forBuyer(told)
  if (!written) return null
  const { config, urls } = ctx
  const link = side === 'operator' ? `${config.publicUrl}/operator/money/${told.id}` : order ? urls.order(side, order) : fallback(ctx, side)
  return { ...written, link }
}

const fallback = ({ urls, config }: Context, side: 'seller' | 'buyer'): string =>
  side === 'seller' ? urls.payouts() : `${config.publicUrl}/you/orders`

type Wording = Pick<MailCopy, 'subject' | 'lines'>

const KINDS: Readonly<Record<MoneyNotice['kind'], string>> = {
  chargeback: 'Chargeback',
  refund_failed: 'A refund failed',
  transfer_failed: 'A transfer is refused',
  transfer_reversed: 'A transfer was reversed',
  payout_failed: 'A seller’s payout failed',
  account_stopped: 'A seller’s account stopped',
  mismatch: 'An event of the payment provider does not fit',
}

function forOperator({ kind, what, stage, about, amount, due_by }: MoneyNotice): Wording {
  const end = stage === 'won' || stage === 'lost' ? stage : what === 'closed' ? 'over' : null
  return {
    subject: `${KINDS[kind]}${end ? `, ${end}` : ''}: ${about ? named(about) : priceText(amount)}`,
    lines: [
      `${KINDS[kind]}, ${priceText(amount)}${about ? `, for ${named(about)}` : ''}.${end ? ` It is ${end}.` : ''}`,
      ...(due_by && !end ? [`The bank takes an answer until ${when(due_by)}.`] : []),
    ],
  }
}

function forSeller({ kind, what, stage, about, amount, order }: MoneyNotice): Wording | null {
  const [thing, money] = [about ? named(about) : 'a sale of yours', priceText(amount)]
  if (kind === 'chargeback') {
    if (stage === 'won')
      return say(
        `The bank decided for the sale of ${thing}`,
        `The buyer’s bank has given back the ${money} for ${thing}. What is yours of it goes on.`,
      )
    if (stage === 'lost')
      return say(
        `The bank keeps the payment for ${thing}`,
        `The buyer’s bank has decided to keep the ${money} for ${thing}. What you are owed for it is less by that, and what you had got is taken back from your account.`,
      )
    if (stage === 'inquiry')
      return say(
        `A bank asks about the sale of ${thing}`,
        `The buyer’s bank asks about the ${money} for ${thing}. Nothing was taken. Your money for it waits until that is answered.`,
      )
    // the mail about the order's problem says it
    return order
      ? null
      : say(`A bank takes a deposit back`, `The buyer’s bank has taken the deposit of ${money} for ${thing} back. The item is free again.`)
  }
  if (what === 'closed') {
    if (kind === 'account_stopped') return say('Your payout account is well again', 'What waits for you is sent now.')
    return null
  }
  if (kind === 'transfer_reversed')
    return say(
      `Money for ${thing} came back`,
      `${money} of what you got for ${thing} was taken back from your account at the payment provider. A person of this service looks at it.`,
    )
  if (kind === 'payout_failed')
    return say(
      'Your bank did not take your money',
      `A payout of ${money} to your bank failed. It waits in your account at the payment provider: look at the bank account there.`,
    )
  return say(
    'Your payout account cannot be paid',
    'The payment provider does not take money for you at present, so what you are owed waits. Go on with your payout account:',
  )
}

function forBuyer({ kind, what, stage, about, amount }: MoneyNotice): Wording | null {
  const [thing, money] = [about ? named(about) : 'your order', priceText(amount)]
  if (kind === 'refund_failed')
    return what === 'closed'
      ? say(`Your money for ${thing} is on its way`, `The ${money} that did not reach you were sent again.`)
      : say(
          `Your refund did not reach you`,
          `The ${money} for ${thing} came back from your bank. The money is safe here, and a person of this service finds another way to you.`,
        )
  if (stage === 'won')
    return say(`Your bank has decided about ${thing}`, `Your bank has paid the ${money} for ${thing} again. The order goes on from there.`)
  if (stage === 'lost')
    return say(
      `Your bank has decided about ${thing}`,
      `Your bank keeps the ${money} for ${thing} for you. Nothing more comes back from here.`,
    )
  return say(
    `Your bank took the payment for ${thing} back`,
    `Your bank has taken the ${money} for ${thing} back, and decides about it. Until then nothing moves here. If that is a mistake, tell your bank.`,
  )
}

const say = (subject: string, line: string): Wording => ({ subject, lines: [line] })
