/** Version of the offers extension, independent of the protocol's version. */
export const OFFERS_VERSION = '2026-11-22'

const price = { type: 'integer', minimum: 1, description: 'Amount in minor units of the currency.' }
const time = { type: 'string', format: 'date-time' }
const currency = { type: 'string', pattern: '^[A-Z]{3}$' }
const note = { type: 'string', maxLength: 500 }

const STATUSES = ['open', 'countered', 'accepted', 'declined', 'withdrawn', 'replaced', 'expired', 'closed', 'lapsed']

/** Returns the schema of the offers extension with this name and URL. */
export const offerSchema = (name: string, address: string): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: address,
  name,
  title: 'Offers',
  description:
    'A buyer’s agent makes an offer on an item and reads the seller’s counteroffer. A checkout can use the accepted offer or the counteroffer.',
  requires: { protocol: { min: '2026-04-08' }, capabilities: { 'dev.ucp.shopping.checkout': { min: '2026-04-08' } } },
  $defs: {
    offer_request: {
      type: 'object',
      required: ['item', 'amount'],
      properties: {
        item: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        amount: price,
        currency,
        note,
      },
    },
    offer: {
      type: 'object',
      required: ['id', 'status', 'item', 'currency', 'amount', 'can_checkout', 'expires_at'],
      properties: {
        id: { type: 'string' },
        status: { type: 'string', enum: STATUSES },
        item: {
          type: 'object',
          required: ['id', 'title', 'price'],
          properties: { id: { type: 'string' }, title: { type: 'string' }, price: { ...price, description: 'Current asking price.' } },
        },
        currency,
        amount: { ...price, description: 'Offered amount.' },
        note,
        counter: {
          type: 'object',
          required: ['amount', 'by', 'expires_at'],
          properties: {
            amount: { ...price, description: 'Amount that the seller accepts.' },
            note,
            by: { type: 'string', enum: ['seller', 'negotiator'] },
            expires_at: time,
          },
        },
        can_checkout: {
          type: 'boolean',
          description: 'True while a checkout with this offer can pay the counteroffer or the accepted amount.',
        },
        expires_at: time,
        created_at: time,
        updated_at: time,
      },
    },
    offer_response: {
      allOf: [
        { $ref: '#/$defs/offer' },
        { type: 'object', required: ['ucp'], properties: { ucp: { $ref: 'https://ucp.dev/schemas/ucp.json#/$defs/success' } } },
      ],
    },
    offer_list_response: {
      type: 'object',
      required: ['ucp', 'offers'],
      properties: {
        ucp: { $ref: 'https://ucp.dev/schemas/ucp.json#/$defs/success' },
        offers: { type: 'array', items: { $ref: '#/$defs/offer' } },
      },
    },
    checkout_offer: {
      type: ['object', 'null'],
      required: ['id'],
      properties: { id: { type: 'string' }, status: { type: 'string', enum: STATUSES } },
    },
    'dev.ucp.shopping.checkout': {
      title: 'Checkout with an offer',
      allOf: [
        { $ref: 'https://ucp.dev/schemas/shopping/checkout.json' },
        {
          type: 'object',
          properties: {
            offer: { $ref: '#/$defs/checkout_offer', ucp_request: { create: 'optional', update: 'optional', complete: 'omit' } },
          },
        },
      ],
    },
  },
})
