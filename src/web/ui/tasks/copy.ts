import { textAndPhotos } from '#messaging/threads/rules/photos.ts'
import { cleanName, quoteName, quoteText } from '#core/quoted-name.ts'
import { priceText } from '#core/format/money.ts'
import type { MoneyCaseKind } from '#commerce/payment-exceptions/rules.ts'
import type { TaskKind } from '#core/tasks.ts'
import type { OpenTask } from '#commerce/inbox/index.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { ROUTES } from '#web/framework/routes.ts'
import { counted } from '#web/framework/format.ts'

/** Wording of a task row: the description, a label for the deadline, a link and an action. */
export type TaskCopy = { icon: IconName; what: string; more?: string; before: string; href: string; action: string }

/** Returns the wording for a task. If the wording has no `more`, the task list shows the consequence of a missed deadline instead. */
export const wordsOf = (task: OpenTask): TaskCopy => {
  // the title of an approval is a summary in which names are already quoted
  const title = task.title && task.kind !== 'decide_approval' ? cleanName(task.title) : task.title
  const copy = WORDS[task.kind]({ ...task, title, who: task.who && cleanName(task.who) })
  return { ...copy, before: copy.before ?? 'Answer within ' }
}

/** Returns a sentence such as `3 open tasks.` */
export const needText = (count: number): string => (count === 0 ? 'No open tasks.' : `${counted(count, 'open task')}.`)

/** Messages to sellers about payment exceptions that the service or the operator handles. */
export const MONEY_COPY: Readonly<Record<MoneyCaseKind, string>> = {
  chargeback: 'A buyer’s bank has questioned a payment. We are answering the bank.',
  refund_failed: 'A refund did not arrive. A person is looking into it.',
  transfer_failed: 'The payment provider refused a transfer to you. A person is looking into it.',
  transfer_reversed: 'A payout to you was reversed. A person is looking into it.',
  payout_failed: 'Your bank rejected a payout.',
  account_stopped: 'Your payout account cannot receive payouts.',
  mismatch: 'We are checking a payment that does not match our records.',
}

const CASES: Readonly<Record<MoneyCaseKind, string>> = {
  chargeback: 'A bank wants a payment back',
  refund_failed: 'A refund did not arrive',
  transfer_failed: 'The payment provider refused a transfer',
  transfer_reversed: 'A transfer was reversed',
  payout_failed: 'A seller’s bank rejected a payout',
  account_stopped: 'A seller’s payout account stopped working',
  mismatch: 'An event from the payment provider does not match our records',
}

const money = ({ cents }: OpenTask): string => priceText(cents ?? 0)
const price = ({ more }: OpenTask): string => priceText(Number(more['listing_price_cents']))
const cost = (task: OpenTask): string => {
  const shipping = Number(task.more['shipping_cents'] ?? 0)
  return shipping > 0 ? `${priceText((task.cents ?? 0) - shipping)} + ${priceText(shipping)} shipping` : money(task)
}
const sale = (task: OpenTask): string => `/app/orders/${task.id}`
const purchase = (task: OpenTask): string => `/you/orders/${task.id}`
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const WORDS: Readonly<Record<TaskKind, (task: OpenTask) => Omit<TaskCopy, 'before'> & { before?: string }>> = {
  answer_cancelling: (t) => ({
    icon: 'undo',
    what: `${t.who} asked to cancel ${t.title} (${cost(t)})`,
    href: sale(t),
    action: 'Answer',
  }),
  ship_order: (t) => ({
    icon: 'box',
    what: `${t.who} paid ${cost(t)} for ${t.title}: ship it`,
    before: 'Ship within ',
    href: sale(t),
    action: 'Ship',
  }),
  hand_over_order: (t) => ({
    icon: 'box',
    what: `${t.who} paid ${cost(t)} for ${t.title}: hand it over`,
    before: 'Hand over within ',
    href: sale(t),
    action: 'Hand over',
  }),
  confirm_order: (t) => ({
    icon: 'box',
    what: `${t.title} from ${t.who}: did it arrive, and is everything OK?`,
    before: 'Protected for ',
    href: purchase(t),
    action: 'Confirm the item or report a problem',
  }),
  pay_rest: (t) => ({
    icon: 'wallet',
    what: `Pay the rest for ${t.title}`,
    before: 'Pay within ',
    href: purchase(t),
    action: 'Pay',
  }),
  pay_order: (t) => ({
    icon: 'wallet',
    what: `Pay ${cost(t)} for ${t.title}`,
    before: 'Pay within ',
    href: purchase(t),
    action: 'Pay',
  }),
  use_hold: (t) => ({
    icon: 'wallet',
    what: `Your deposit of ${money(t)} holds ${t.title}`,
    before: 'Buy within ',
    href: ROUTES.buy(text(t.more['listing_id'])),
    action: 'Buy',
  }),
  pay_deposit: (t) => ({
    icon: 'wallet',
    what: `Pay the deposit of ${money(t)} for ${t.title}`,
    before: 'Pay within ',
    href: ROUTES.hold(text(t.more['listing_id'])),
    action: 'Pay',
  }),
  answer_bank: (t) => ({
    icon: 'warning',
    what: `${caseOf(t)}: ${aboutCase(t)}`,
    href: `/operator/money/${t.id}`,
    action: 'Answer the bank',
  }),
  settle_case: (t) => ({ icon: 'warning', what: `${caseOf(t)}: ${aboutCase(t)}`, href: `/operator/money/${t.id}`, action: 'Open case' }),
  tell_about_sale: (t) => ({
    icon: 'warning',
    what: `A buyer’s bank wants ${money(t)} back for ${t.title ?? 'a sale'}: tell us about the sale`,
    href: `/app/orders/${text(t.more['order_id'])}`,
    action: 'Add details',
  }),
  mend_account: (t) => ({
    icon: 'warning',
    what: `Your payout account cannot receive payouts: ${money(t)} is waiting`,
    href: '/app/payouts',
    action: 'Continue',
  }),
  mend_bank: (t) => ({ icon: 'warning', what: `Your bank rejected a payout of ${money(t)}`, href: '/app/payouts', action: 'View payouts' }),
  open_account: (t) => ({
    icon: 'wallet',
    what: `Set up your payout account to receive ${money(t)}`,
    href: '/app/payouts',
    action: 'Set up',
  }),
  answer_problem: (t) => ({
    icon: 'warning',
    what: `${t.who} reports a problem with ${t.title}: ${money(t)} is held`,
    href: sale(t),
    action: 'Answer',
  }),
  check_return: (t) => ({
    icon: 'box',
    what: `${t.who} returned ${t.title}: check it, then refund ${money(t)}`,
    before: 'Check within ',
    href: sale(t),
    action: 'Check',
  }),
  receive_return: (t) => ({
    icon: 'box',
    what: `${t.who} sent ${t.title} back: did it arrive?`,
    href: sale(t),
    action: 'Mark as received',
  }),
  answer_return: (t) => ({
    icon: 'undo',
    what: `${t.who} offers a full refund if you send ${t.title} back`,
    href: purchase(t),
    action: 'Decide',
  }),
  send_return: (t) => ({
    icon: 'box',
    what: `Send ${t.title} back to ${t.who}`,
    before: 'Send within ',
    href: purchase(t),
    action: 'Enter tracking',
  }),
  answer_part: (t) => ({
    icon: 'undo',
    what: `${t.who} offers to refund ${priceText(Number(t.more['offered_cents']))} for ${t.title}`,
    href: purchase(t),
    action: 'Decide',
  }),
  decide_dispute: (t) => ({
    icon: 'box',
    what: `Problem between ${text(t.more['buyer_name'])} and ${t.shop_name} about ${t.title}: ${money(t)} is held`,
    href: `/operator/disputes/${t.id}`,
    action: 'Decide',
  }),
  answer_offer: (t) => ({
    icon: 'tag',
    what: `${t.who} offers ${money(t)} for ${t.title}, listed at ${price(t)}`,
    href: `/app/offers?offer=${t.id}`,
    action: 'Answer',
  }),
  answer_counter: (t) => ({
    icon: 'tag',
    what: `${t.who} counters with ${money(t)} for ${t.title}`,
    more: `You offered ${priceText(Number(t.more['amount_cents']))}. The price is ${price(t)} now. ${t.late}`,
    href: `/you/offers?tab=needs#${t.id}`,
    action: 'Decide',
  }),
  decide_approval: (t) => ({
    icon: 'key',
    what: `${quoteName(t.who ?? '')} asks: ${t.title}`,
    href: `/app/approvals/${t.id}`,
    action: 'Decide',
  }),
  write_review: (t) => ({
    icon: 'star',
    what: `How was ${t.title} from ${t.who}?`,
    before: 'Review within ',
    href: `${purchase(t)}#review`,
    action: 'Write a review',
  }),
  answer_message: (t) => ({
    icon: 'chat',
    what: `${t.who} ${t.more['needs_owner'] && t.more['sender'] !== 'buyer' ? 'is waiting for your reply about' : 'asks about'} ${t.title}`,
    more: lastWords(t),
    href: `/app/messages/${t.id}`,
    action: 'Answer',
  }),
  read_message: (t) => ({
    icon: 'chat',
    what: `${t.who} wrote to you about ${t.title}`,
    more: lastWords(t),
    href: `/you/messages/${t.id}`,
    action: 'Read',
  }),
  switch_on_webhook: (t) => ({
    icon: 'warning',
    what: 'Your webhook was turned off: every delivery failed for three days',
    more: t.late,
    href: '/app/developers/webhook',
    action: 'View log',
  }),
  read_report: (t) => ({ icon: 'flag', what: `${t.who} reported ${t.title}`, href: `/operator/reports/${t.id}`, action: 'Read report' }),
  answer_appeal: (t) => ({ icon: 'chat', what: `${t.who} appeals: ${t.title}`, href: `/operator/appeals/${t.id}`, action: 'Answer' }),
  finish_listing: (t) => ({
    icon: 'pencil',
    what: `${quoteName(t.title ?? 'New listing')} is a draft`,
    href: `/app/listings/${t.id}`,
    action: 'Continue editing',
  }),
}

const caseOf = ({ more }: OpenTask): string => CASES[more['kind'] as MoneyCaseKind]
const aboutCase = (task: OpenTask): string => [task.title, money(task)].filter(Boolean).join(', ')

const BY: Readonly<Record<string, string>> = { agent: 'Your helper said: ' }

const lastWords = ({ role, more }: OpenTask): string =>
  `${role === 'seller' ? (BY[text(more['sender'])] ?? '') : ''}${quoteText(textAndPhotos(text(more['text']), Number(more['photos'])), 140)}`
