/**
 * Effects that a write can have on users and money (spec: completions 12). Every endpoint that writes declares its effects, which determine
 * `ask_first`, the limits on keys and the authorization tests.
 */
export const EFFECTS = {
  money: 'spends or commits money',
  price: 'can lower a price or a floor',
  text: 'shows text to a person',
  data: 'sends data to another service',
  loss: 'deletes data',
} as const

export type Effect = keyof typeof EFFECTS

type Action = {
  effect: Effect
  /** Description of the action for the owner. It continues the phrase "asks first:". */
  label: string
  /** Endpoints or fields that the action covers, if `words` does not mention all of them. */
  covers?: string
}

/**
 * Actions that may need approval, depending on the key (spec: completions 3 and 12), each with its effect. Endpoints declare which actions
 * their requests perform. A request needs approval if the key requires it for any of these actions.
 */
export const ACTIONS = {
  'shops.delete': { effect: 'loss', label: 'delete a shop', covers: 'a shop with its listings, or only its picture' },
  'shops.floor': {
    effect: 'price',
    label: 'let a shop sell for less',
    covers:
      'raise `lowest_percent`, switch `haggle` or `take_offers` on, switch `ask_hold` off, raise a tier of `bundle_tiers`, or set `bundle_shipping` to `highest`',
  },
  'listings.publish': {
    effect: 'text',
    label: 'publish a listing, or change what buyers see',
    covers:
      'publish or relist a listing; open a shop or make it visible again; change the text or photos of a listing that is not a draft, or of a shop that is not private',
  },
  'listings.price': {
    effect: 'price',
    label: 'change a price',
    covers: 'set `price`, `lowest_price` or `shipping` by a change, an import, research or the chat; or make a price visible',
  },
  'listings.delete': { effect: 'loss', label: 'delete a listing', covers: 'a listing, or one of its photos or public questions' },
  'offers.accept': { effect: 'money', label: 'accept an offer' },
  'offers.counter': { effect: 'money', label: 'counter an offer' },
  'offers.invite': { effect: 'money', label: 'offer a listing for less to the people who like it' },
  'offers.decline': {
    effect: 'text',
    label: 'decline an offer',
    covers:
      'also any action that closes open offers: unpublish or delete a listing, mark it as sold, switch its offers off, delete or pause a shop, or make it private',
  },
  'messages.send': {
    effect: 'text',
    label: 'send text to a person',
    covers:
      'send a message, an offer or counteroffer with a note, a problem report, an answer to one, an objection to a return, a carrier as free text, a public question with its answer, a review, a reply or a report; or switch on the shop’s helper',
  },
  'orders.ship': {
    effect: 'text',
    label: 'mark an order as shipped',
    covers: 'ship an order, hand over a pickup, or send a returned item',
  },
  'orders.refund': {
    effect: 'money',
    label: 'refund money',
    covers:
      'refund an order or a deposit, offer or receive a return, take a listing with a deposit off the market, or change your payout account',
  },
  'orders.cancel': {
    effect: 'money',
    label: 'cancel an order',
    covers: 'also answer a request to cancel, or cancel a checkout that has an order',
  },
  'orders.label': {
    effect: 'money',
    label: 'buy or void a shipping label',
    covers: 'pay for a label from your share of an order; the addresses are sent to the shipping provider',
  },
  'buying.offer': { effect: 'money', label: 'commit money: an offer, an accepted counteroffer, an order, a purchase, a hold' },
  'buying.pay': { effect: 'money', label: 'pay' },
  'buying.confirm': {
    effect: 'money',
    label: 'release money to the seller',
    covers: 'confirm an order, mark it as delivered, answer as its buyer, also about a return, or withdraw a problem report',
  },
  'webhooks.change': {
    effect: 'data',
    label: 'change where events are sent',
    covers: 'set or stop the webhook, rotate its secret, or buy through a shopping platform that receives order updates',
  },
} as const satisfies Record<string, Action>

export type AskFirst = keyof typeof ACTIONS

export const ASK_FIRST = Object.keys(ACTIONS) as [AskFirst, ...AskFirst[]]

/** Default `ask_first` of an agent key (spec: completions 12): every action that costs money or can cause a loss, and two more actions. */
export const AGENT_ASK_FIRST: readonly AskFirst[] = ASK_FIRST.filter(
  (action) =>
    ACTIONS[action].effect === 'money' || ACTIONS[action].effect === 'loss' || action === 'shops.floor' || action === 'webhooks.change',
)

/** Returns the description of an action, with all endpoints or fields that it covers. */
export function actionMeans(action: AskFirst): string {
  const { label, covers }: Action = ACTIONS[action]
  return covers === undefined ? label : `${label} (${covers})`
}
