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
export const taskCopy = (task: OpenTask): TaskCopy => {
  // the title of an approval is a summary in which names are already quoted
  const title = task.title && task.kind !== 'decide_approval' ? cleanName(task.title) : task.title
  const copy = COPY[task.kind]({ ...task, title, who: task.who && cleanName(task.who) })
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

type Row = Omit<TaskCopy, 'before'> & { before?: string }

const row = (icon: IconName, what: string, href: string, action: string, rest: Pick<Row, 'more' | 'before'> = {}): Row => ({
  icon,
  what,
  href,
  action,
  ...rest,
})

/** The icon, description, link and action of each kind of task. */
const COPY: Readonly<Record<TaskKind, (task: OpenTask) => Row>> = {
  answer_cancelling: (t) => row('undo', `${t.who} asked to cancel ${t.title} (${cost(t)})`, sale(t), 'Answer'),
  ship_order: (t) => row('box', `${t.who} paid ${cost(t)} for ${t.title}: ship it`, sale(t), 'Ship', { before: 'Ship within ' }),
  hand_over_order: (t) =>
    row('box', `${t.who} paid ${cost(t)} for ${t.title}: hand it over`, sale(t), 'Hand over', { before: 'Hand over within ' }),
  confirm_order: (t) =>
    row('box', `${t.title} from ${t.who}: did it arrive, and is everything OK?`, purchase(t), 'Confirm the item or report a problem', {
      before: 'Protected for ',
    }),
  pay_rest: (t) => row('wallet', `Pay the rest for ${t.title}`, purchase(t), 'Pay', { before: 'Pay within ' }),
  pay_order: (t) => row('wallet', `Pay ${cost(t)} for ${t.title}`, purchase(t), 'Pay', { before: 'Pay within ' }),
  use_hold: (t) =>
    row('wallet', `Your deposit of ${money(t)} holds ${t.title}`, ROUTES.buy(text(t.more['listing_id'])), 'Buy', { before: 'Buy within ' }),
  pay_deposit: (t) =>
    row('wallet', `Pay the deposit of ${money(t)} for ${t.title}`, ROUTES.hold(text(t.more['listing_id'])), 'Pay', {
      before: 'Pay within ',
    }),
  answer_bank: (t) => row('warning', `${caseOf(t)}: ${aboutCase(t)}`, `/operator/money/${t.id}`, 'Answer the bank'),
  settle_case: (t) => row('warning', `${caseOf(t)}: ${aboutCase(t)}`, `/operator/money/${t.id}`, 'Open case'),
  tell_about_sale: (t) =>
    row(
      'warning',
      `A buyer’s bank wants ${money(t)} back for ${t.title ?? 'a sale'}: tell us about the sale`,
      `/app/orders/${text(t.more['order_id'])}`,
      'Add details',
    ),
  mend_account: (t) => row('warning', `Your payout account cannot receive payouts: ${money(t)} is waiting`, '/app/payouts', 'Continue'),
  mend_bank: (t) => row('warning', `Your bank rejected a payout of ${money(t)}`, '/app/payouts', 'View payouts'),
  open_account: (t) => row('wallet', `Set up your payout account to receive ${money(t)}`, '/app/payouts', 'Set up'),
  answer_problem: (t) => row('warning', `${t.who} reports a problem with ${t.title}: ${money(t)} is held`, sale(t), 'Answer'),
  check_return: (t) =>
    row('box', `${t.who} returned ${t.title}: check it, then refund ${money(t)}`, sale(t), 'Check', { before: 'Check within ' }),
  receive_return: (t) => row('box', `${t.who} sent ${t.title} back: did it arrive?`, sale(t), 'Mark as received'),
  answer_return: (t) => row('undo', `${t.who} offers a full refund if you send ${t.title} back`, purchase(t), 'Decide'),
  send_return: (t) => row('box', `Send ${t.title} back to ${t.who}`, purchase(t), 'Enter tracking', { before: 'Send within ' }),
  answer_part: (t) =>
    row('undo', `${t.who} offers to refund ${priceText(Number(t.more['offered_cents']))} for ${t.title}`, purchase(t), 'Decide'),
  decide_dispute: (t) =>
    row(
      'box',
      `Problem between ${text(t.more['buyer_name'])} and ${t.shop_name} about ${t.title}: ${money(t)} is held`,
      `/operator/disputes/${t.id}`,
      'Decide',
    ),
  answer_offer: (t) =>
    row('tag', `${t.who} offers ${money(t)} for ${t.title}, listed at ${price(t)}`, `/app/offers?offer=${t.id}`, 'Answer'),
  answer_counter: (t) =>
    row('tag', `${t.who} counters with ${money(t)} for ${t.title}`, `/you/offers?tab=needs#${t.id}`, 'Decide', {
      more: `You offered ${priceText(Number(t.more['amount_cents']))}. The price is ${price(t)} now. ${t.late}`,
    }),
  decide_approval: (t) => row('key', `${quoteName(t.who ?? '')} asks: ${t.title}`, `/app/approvals/${t.id}`, 'Decide'),
  write_review: (t) =>
    row('star', `How was ${t.title} from ${t.who}?`, `${purchase(t)}#review`, 'Write a review', { before: 'Review within ' }),
  answer_message: (t) =>
    row(
      'chat',
      `${t.who} ${t.more['needs_owner'] && t.more['sender'] !== 'buyer' ? 'is waiting for your reply about' : 'asks about'} ${t.title}`,
      `/app/messages/${t.id}`,
      'Answer',
      { more: messageNote(t) },
    ),
  read_message: (t) => row('chat', `${t.who} wrote to you about ${t.title}`, `/you/messages/${t.id}`, 'Read', { more: messageNote(t) }),
  switch_on_webhook: (t) =>
    row('warning', 'Your webhook was turned off: every delivery failed for three days', '/app/developers/webhook', 'View log', {
      more: t.late,
    }),
  read_report: (t) => row('flag', `${t.who} reported ${t.title}`, `/operator/reports/${t.id}`, 'Read report'),
  answer_appeal: (t) => row('chat', `${t.who} appeals: ${t.title}`, `/operator/appeals/${t.id}`, 'Answer'),
  finish_listing: (t) => row('pencil', `${quoteName(t.title ?? 'New listing')} is a draft`, `/app/listings/${t.id}`, 'Continue editing'),
}

const caseOf = ({ more }: OpenTask): string => CASES[more['kind'] as MoneyCaseKind]
const aboutCase = (task: OpenTask): string => [task.title, money(task)].filter(Boolean).join(', ')

const BY: Readonly<Record<string, string>> = { agent: 'Your helper said: ' }

const messageNote = ({ role, more }: OpenTask): string =>
  `${role === 'seller' ? (BY[text(more['sender'])] ?? '') : ''}${quoteText(textAndPhotos(text(more['text']), Number(more['photos'])), 140)}`
