import { recordedExamples } from '#platform/http/openapi/recorded.ts'

type Who = 'seller' | 'buyer' | 'nobody'
type Step = {
  id: string
  who: Who
  operation: string
  description: string
  path?: Readonly<Record<string, string>>
  /** Request body. With `recorded: true`, it contains only the fields that differ from the recorded example. */
  body?: Readonly<Record<string, unknown>>
  recorded?: true
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
const LISTING: Input = { type: 'string', description: 'Id of a live listing of the seller, priced at 100 dollars, with shipping.' }
const BUY: Step = { id: 'buy', who: 'buyer', operation: 'createOrder', description: 'The buyer orders the listing at its price.', body: { listing: '$inputs.listing' }, recorded: true, status: 201, holds: ["$response.body#/status == 'awaiting_payment'"], outputs: { order: '$response.body#/id' } } // prettier-ignore
const ORDER = { id: '$steps.buy.outputs.order' }

const FLOWS: readonly Flow[] = [
  {
    id: 'sellALamp',
    summary: 'Open a shop, publish a listing for a lamp, and find it as any visitor does.',
    inputs: {
      seller_key: KEY('seller'),
      slug: { type: 'string', description: 'Address of the shop: its subdomain name.', default: 'corner-finds' },
    },
    steps: [
      {
        id: 'openShop',
        who: 'seller',
        operation: 'createShop',
        description: 'Open a shop.',
        body: { name: 'Corner Finds', slug: '$inputs.slug' },
        status: 201,
      },
      {
        ...{ id: 'write', who: 'seller', operation: 'createListing', description: 'Create a draft.', status: 201 },
        body: { shop: '$inputs.slug', title: 'Oak table lamp', category: 'Home', price: 58, shipping: 9 },
        outputs: { listing: '$response.body#/id' },
      },
      { id: 'publish', who: 'seller', operation: 'publishListing', description: 'Publish it.', path: { id: '$steps.write.outputs.listing' }, status: 200, holds: ["$response.body#/status == 'live'"], outputs: { url: '$response.body#/url' } }, // prettier-ignore
      { id: 'find', who: 'nobody', operation: 'getPublicListing', description: 'Find it without a key.', path: { id: '$steps.write.outputs.listing' }, status: 200, holds: ['$response.body#/price == 58'] }, // prettier-ignore
    ],
    outputs: { listing: '$steps.write.outputs.listing', url: '$steps.publish.outputs.url' },
  },
  {
    id: 'haggleAndBuy',
    summary: 'An offer, the seller’s own counter, and the whole sale: paid, shipped, delivered, confirmed.',
    inputs: {
      seller_key: KEY('seller'),
      buyer_key: KEY('buyer'),
      listing: LISTING,
      slug: { type: 'string', description: 'Shop of the listing.' },
    },
    steps: [
      { id: 'haggleOff', who: 'seller', operation: 'changeShop', description: 'Turn off the negotiator, so that the seller answers offers.', path: { slug: '$inputs.slug' }, body: { haggle: false }, status: 200 }, // prettier-ignore
      { id: 'offer', who: 'buyer', operation: 'makeOffer', description: 'The buyer offers 70.', body: { listing: '$inputs.listing', amount: 70 }, status: 201, holds: ["$response.body#/status == 'open'"], outputs: { offer: '$response.body#/id' } }, // prettier-ignore
      { id: 'counter', who: 'seller', operation: 'counterOffer', description: 'The seller counters with 85.', path: { id: '$steps.offer.outputs.offer' }, body: { amount: 85 }, status: 200, holds: ['$response.body#/counter/amount == 85'] }, // prettier-ignore
      { id: 'take', who: 'buyer', operation: 'acceptOffer', description: 'The buyer accepts only that amount.', path: { id: '$steps.offer.outputs.offer' }, body: { expected_amount: 85 }, status: 200, holds: ["$response.body#/status == 'accepted'"], outputs: { order: '$response.body#/order' } }, // prettier-ignore
      { id: 'pay', who: 'buyer', operation: 'payOrder', description: 'The buyer pays, with a test method in local mode.', path: { id: '$steps.take.outputs.order' }, body: { method: 'test_ok', address: addressOf() }, status: 200, holds: ["$response.body#/payment == 'paid'"] }, // prettier-ignore
      {
        id: 'ship',
        who: 'seller',
        operation: 'shipOrder',
        description: 'The seller ships the parcel.',
        path: { id: '$steps.take.outputs.order' },
        recorded: true,
        status: 200,
      },
      {
        id: 'deliver',
        who: 'buyer',
        operation: 'deliverOrder',
        description: 'The buyer reports the arrival.',
        path: { id: '$steps.take.outputs.order' },
        status: 200,
      },
      { id: 'confirm', who: 'buyer', operation: 'confirmOrder', description: 'The buyer confirms that everything is OK, and the seller gets the money.', path: { id: '$steps.take.outputs.order' }, status: 200, holds: ["$response.body#/status == 'completed'"] }, // prettier-ignore
    ],
    outputs: { order: '$steps.take.outputs.order' },
  },
  {
    id: 'hold',
    summary: 'A buyer pays a deposit to hold a listing, and the seller returns it.',
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
        description: 'The shop accepts deposits.',
        path: { slug: '$inputs.slug' },
        body: { ask_hold: true },
        status: 200,
      },
      { id: 'ask', who: 'buyer', operation: 'askHold', description: 'The buyer requests a hold; nothing is paid yet.', body: { listing: '$inputs.listing' }, status: 201, holds: ["$response.body#/status == 'asked'"], outputs: { hold: '$response.body#/id' } }, // prettier-ignore
      { id: 'payHold', who: 'buyer', operation: 'payHold', description: 'The buyer pays the deposit, which holds the item for 72 hours.', path: { id: '$steps.ask.outputs.hold' }, recorded: true, status: 200, holds: ["$response.body#/status == 'active'"] }, // prettier-ignore
      { id: 'return', who: 'seller', operation: 'returnHold', description: 'The seller cancels the hold and returns the deposit.', path: { id: '$steps.ask.outputs.hold' }, status: 200, holds: ["$response.body#/status == 'returned'"] }, // prettier-ignore
    ],
  },
  {
    id: 'refund',
    summary: 'A sale with a problem that ends with a refund.',
    inputs: { seller_key: KEY('seller'), buyer_key: KEY('buyer'), listing: LISTING },
    steps: [
      BUY,
      {
        id: 'pay',
        who: 'buyer',
        operation: 'payOrder',
        description: 'The buyer pays, with a test method in local mode.',
        path: ORDER,
        recorded: true,
        status: 200,
      },
      {
        id: 'ship',
        who: 'seller',
        operation: 'shipOrder',
        description: 'The seller ships the parcel.',
        path: ORDER,
        recorded: true,
        status: 200,
      },
      { id: 'report', who: 'buyer', operation: 'reportProblem', description: 'The buyer reports a problem; the money remains held.', path: ORDER, recorded: true, status: 200, holds: ["$response.body#/payout == 'on_hold'"] }, // prettier-ignore
      { id: 'refund', who: 'seller', operation: 'refundOrder', description: 'The seller refunds everything.', path: ORDER, status: 200, holds: ["$response.body#/payment == 'refunded'"] }, // prettier-ignore
    ],
    outputs: { order: '$steps.buy.outputs.order' },
  },
  {
    id: 'webhook',
    summary: 'Set a webhook, store its secret, send a ping, and read the result.',
    inputs: { seller_key: KEY('seller'), url: { type: 'string', description: 'Address that receives the events.' } },
    steps: [
      { id: 'set', who: 'seller', operation: 'setWebhook', description: 'Set the webhook. The first response contains the secret.', body: { url: '$inputs.url' }, recorded: true, status: 200, outputs: { secret: '$response.body#/secret' } }, // prettier-ignore
      {
        id: 'try',
        who: 'seller',
        operation: 'testWebhook',
        description: 'Send a ping.',
        status: 200,
        outputs: { answered: '$response.body#/status' },
      },
      {
        id: 'look',
        who: 'seller',
        operation: 'getWebhook',
        description: 'Read the result of the last delivery.',
        status: 200,
        holds: ['$response.body#/enabled == true'],
      },
    ],
    outputs: { secret: '$steps.set.outputs.secret', answered: '$steps.try.outputs.answered' },
  },
]

/** Describes the main flows in Arazzo: the order of the calls, who makes each call, and which values one call passes to the next. */
export const arazzo = (): object => ({
  arazzo: '1.0.1',
  info: {
    title: 'Flows of the resale marketplace',
    version: '1',
    summary: 'Sell a lamp, negotiate and buy, hold, refund, receive webhooks.',
    description: 'The tests of the service run every flow.',
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

function stepOf({ id, who, operation, description, path = {}, body, recorded, status, holds = [], outputs }: Step): object {
  const payload = { ...(recorded ? recordedExamples()[operation]!.body : {}), ...body }
  const parameters = [
    ...(who === 'nobody' ? [] : [{ name: 'Authorization', in: 'header', value: `Bearer {$inputs.${who}_key}` }]),
    ...Object.entries(path).map(([name, value]) => ({ name, in: 'path', value })),
  ]
  return {
    stepId: id,
    description: description,
    operationId: operation,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body || recorded ? { requestBody: { contentType: 'application/json', payload } } : {}),
    successCriteria: [`$statusCode == ${status}`, ...holds].map((condition) => ({ condition })),
    ...(outputs ? { outputs } : {}),
  }
}

function addressOf(): unknown {
  return (recordedExamples()['createOrder']!.body as { address: unknown }).address
}
