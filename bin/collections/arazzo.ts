import { recordedExamples } from '#platform/http/openapi/recorded.ts'

type Who = 'seller' | 'buyer' | 'nobody'
type Step = {
  id: string
  who: Who
  operation: string
  words: string
  /** Path parameters. */
  path?: Readonly<Record<string, string>>
  /** The whole body, or with `recorded` the changes to the recorded one. */
  body?: Readonly<Record<string, unknown>>
  recorded?: true
  /** Expected status, and conditions on the response. */
  status: number
  holds?: readonly string[]
  outputs?: Readonly<Record<string, string>>
}
type Flow = {
  id: string
  summary: string
  inputs: Readonly<Record<string, Input>>
  steps: readonly Step[]
  outputs?: Readonly<Record<string, string>>
}
type Input = { type: 'string' | 'number'; description: string; default?: string | number }

const KEY = (who: string): Input => ({ type: 'string', description: `Key of the ${who}.` })
const LISTING: Input = { type: 'string', description: 'Id of a live listing of the seller, at 100 dollars, with shipping.' }
const BUY: Step = { id: 'buy', who: 'buyer', operation: 'createOrder', words: 'The buyer orders it at its price.', body: { listing: '$inputs.listing' }, recorded: true, status: 201, holds: ["$response.body#/status == 'awaiting_payment'"], outputs: { order: '$response.body#/id' } } // prettier-ignore
const ORDER = { id: '$steps.buy.outputs.order' }

const FLOWS: readonly Flow[] = [
  {
    id: 'sellALamp',
    summary: 'Open a shop, put a lamp up for sale, find it as everybody does.',
    inputs: {
      seller_key: KEY('seller'),
      slug: { type: 'string', description: 'Address of the shop: the name of its subdomain.', default: 'corner-finds' },
    },
    steps: [
      {
        id: 'openShop',
        who: 'seller',
        operation: 'createShop',
        words: 'Open a shop.',
        body: { name: 'Corner Finds', slug: '$inputs.slug' },
        status: 201,
      },
      {
        ...{ id: 'write', who: 'seller', operation: 'createListing', words: 'Write a draft.', status: 201 },
        body: { shop: '$inputs.slug', title: 'Oak table lamp', category: 'Home', price: 58, shipping: 9 },
        outputs: { listing: '$response.body#/id' },
      },
      { id: 'publish', who: 'seller', operation: 'publishListing', words: 'Put it live.', path: { id: '$steps.write.outputs.listing' }, status: 200, holds: ["$response.body#/status == 'live'"], outputs: { url: '$response.body#/url' } }, // prettier-ignore
      { id: 'find', who: 'nobody', operation: 'getPublicListing', words: 'Anybody finds it, without a key.', path: { id: '$steps.write.outputs.listing' }, status: 200, holds: ['$response.body#/price == 58'] }, // prettier-ignore
    ],
    outputs: { listing: '$steps.write.outputs.listing', url: '$steps.publish.outputs.url' },
  },
  {
    id: 'haggleAndBuy',
    summary: 'An offer, the seller’s own counter, and the whole sale: paid, sent, delivered, confirmed.',
    inputs: {
      seller_key: KEY('seller'),
      buyer_key: KEY('buyer'),
      listing: LISTING,
      slug: { type: 'string', description: 'Shop of the listing.' },
    },
    steps: [
      { id: 'haggleOff', who: 'seller', operation: 'changeShop', words: 'The negotiator leaves the shop’s offers to the seller.', path: { slug: '$inputs.slug' }, body: { haggle: false }, status: 200 }, // prettier-ignore
      { id: 'offer', who: 'buyer', operation: 'makeOffer', words: 'The buyer offers 70.', body: { listing: '$inputs.listing', amount: 70 }, status: 201, holds: ["$response.body#/status == 'open'"], outputs: { offer: '$response.body#/id' } }, // prettier-ignore
      { id: 'counter', who: 'seller', operation: 'counterOffer', words: 'The seller could do 85.', path: { id: '$steps.offer.outputs.offer' }, body: { amount: 85 }, status: 200, holds: ['$response.body#/counter/amount == 85'] }, // prettier-ignore
      { id: 'take', who: 'buyer', operation: 'acceptOffer', words: 'The buyer takes it, and no other amount.', path: { id: '$steps.offer.outputs.offer' }, body: { expected_amount: 85 }, status: 200, holds: ["$response.body#/status == 'accepted'"], outputs: { order: '$response.body#/order' } }, // prettier-ignore
      { id: 'pay', who: 'buyer', operation: 'payOrder', words: 'The buyer pays; in local mode by a test method.', path: { id: '$steps.take.outputs.order' }, body: { method: 'test_ok', address: addressOf() }, status: 200, holds: ["$response.body#/payment == 'paid'"] }, // prettier-ignore
      {
        id: 'ship',
        who: 'seller',
        operation: 'shipOrder',
        words: 'The seller sends it.',
        path: { id: '$steps.take.outputs.order' },
        recorded: true,
        status: 200,
      },
      {
        id: 'deliver',
        who: 'buyer',
        operation: 'deliverOrder',
        words: 'It arrived.',
        path: { id: '$steps.take.outputs.order' },
        status: 200,
      },
      { id: 'confirm', who: 'buyer', operation: 'confirmOrder', words: 'All is good: the money is the seller’s.', path: { id: '$steps.take.outputs.order' }, status: 200, holds: ["$response.body#/status == 'completed'"] }, // prettier-ignore
    ],
    outputs: { order: '$steps.take.outputs.order' },
  },
  {
    id: 'hold',
    summary: 'A listing is kept for a buyer for a deposit, which the seller gives back.',
    inputs: {
      seller_key: KEY('seller'),
      buyer_key: KEY('buyer'),
      listing: LISTING,
      slug: { type: 'string', description: 'Shop of the listing.' },
    },
    steps: [
      {
        id: 'askHold',
        who: 'seller',
        operation: 'changeShop',
        words: 'The shop takes deposits.',
        path: { slug: '$inputs.slug' },
        body: { ask_hold: true },
        status: 200,
      },
      { id: 'ask', who: 'buyer', operation: 'askHold', words: 'The buyer asks; nothing is paid yet.', body: { listing: '$inputs.listing' }, status: 201, holds: ["$response.body#/status == 'asked'"], outputs: { hold: '$response.body#/id' } }, // prettier-ignore
      { id: 'payHold', who: 'buyer', operation: 'payHold', words: 'The deposit is paid: it is kept for 72 hours.', path: { id: '$steps.ask.outputs.hold' }, recorded: true, status: 200, holds: ["$response.body#/status == 'active'"] }, // prettier-ignore
      { id: 'return', who: 'seller', operation: 'returnHold', words: 'The seller backs out, and the deposit goes back.', path: { id: '$steps.ask.outputs.hold' }, status: 200, holds: ["$response.body#/status == 'returned'"] }, // prettier-ignore
    ],
  },
  {
    id: 'refund',
    summary: 'A sale with a problem, which ends with the money back.',
    inputs: { seller_key: KEY('seller'), buyer_key: KEY('buyer'), listing: LISTING },
    steps: [
      BUY,
      {
        id: 'pay',
        who: 'buyer',
        operation: 'payOrder',
        words: 'The buyer pays; in local mode by a test method.',
        path: ORDER,
        recorded: true,
        status: 200,
      },
      { id: 'ship', who: 'seller', operation: 'shipOrder', words: 'The seller sends it.', path: ORDER, recorded: true, status: 200 },
      { id: 'report', who: 'buyer', operation: 'reportProblem', words: 'Something is wrong: the money waits.', path: ORDER, recorded: true, status: 200, holds: ["$response.body#/payout == 'on_hold'"] }, // prettier-ignore
      { id: 'refund', who: 'seller', operation: 'refundOrder', words: 'The seller gives everything back.', path: ORDER, status: 200, holds: ["$response.body#/payment == 'refunded'"] }, // prettier-ignore
    ],
    outputs: { order: '$steps.buy.outputs.order' },
  },
  {
    id: 'webhook',
    summary: 'Set an address, keep its secret, have it tried, and see what came of it.',
    inputs: { seller_key: KEY('seller'), url: { type: 'string', description: 'Where events are to be sent.' } },
    steps: [
      { id: 'set', who: 'seller', operation: 'setWebhook', words: 'Set the address. The first answer holds the secret.', body: { url: '$inputs.url' }, recorded: true, status: 200, outputs: { secret: '$response.body#/secret' } }, // prettier-ignore
      {
        id: 'try',
        who: 'seller',
        operation: 'testWebhook',
        words: 'A ping is sent now.',
        status: 200,
        outputs: { answered: '$response.body#/status' },
      },
      {
        id: 'look',
        who: 'seller',
        operation: 'getWebhook',
        words: 'What the last one came to.',
        status: 200,
        holds: ['$response.body#/enabled == true'],
      },
    ],
    outputs: { secret: '$steps.set.outputs.secret', answered: '$steps.try.outputs.answered' },
  },
]

/** Describes the main flows in Arazzo: the order of calls, their caller, and the values that one call passes to the next. */
export const arazzo = (): object => ({
  arazzo: '1.0.1',
  info: {
    title: 'Flows of the resale marketplace',
    version: '1',
    summary: 'Sell a lamp, haggle and buy, hold, refund, hear of it.',
    description: 'Every flow is run against the service by its own tests.',
  },
  sourceDescriptions: [{ name: 'resale', url: 'https://resale.test/openapi.json', type: 'openapi' }],
  workflows: FLOWS.map(({ id, summary, inputs, steps, outputs }) => ({
    workflowId: id,
    summary,
    inputs: { type: 'object', properties: inputs, required: Object.keys(inputs).filter((name) => inputs[name]!.default === undefined) },
    steps: steps.map(stepOf),
    ...(outputs ? { outputs } : {}),
  })),
})

function stepOf({ id, who, operation, words, path = {}, body, recorded, status, holds = [], outputs }: Step): object {
  const payload = { ...(recorded ? recordedExamples()[operation]!.body : {}), ...body }
  const parameters = [
    ...(who === 'nobody' ? [] : [{ name: 'Authorization', in: 'header', value: `Bearer {$inputs.${who}_key}` }]),
    ...Object.entries(path).map(([name, value]) => ({ name, in: 'path', value })),
  ]
  return {
    stepId: id,
    description: words,
    operationId: operation,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body || recorded ? { requestBody: { contentType: 'application/json', payload } } : {}),
    successCriteria: [`$statusCode == ${status}`, ...holds].map((condition) => ({ condition })),
    ...(outputs ? { outputs } : {}),
  }
}

/** Returns the buyer's address of the recording. */
function addressOf(): unknown {
  return (recordedExamples()['createOrder']!.body as { address: unknown }).address
}
