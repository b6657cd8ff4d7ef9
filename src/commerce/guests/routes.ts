import { created, endpointsOf } from '#platform/http/endpoint.ts'
import { presentGuestCheckout } from './present.ts'
import { CreateGuestCheckout, GuestCheckout } from './schema.ts'
import { startGuestCheckout } from './start.ts'

const endpoint = endpointsOf('Guests')

export const guestEndpoints = [
  endpoint({
    id: 'createGuestCheckout',
    method: 'POST',
    path: '/checkouts/guest',
    effects: [],
    cors: true,
    access: { who: 'anyone' },
    summary: 'Order an item for a buyer without an account: it is reserved for 15 minutes, and the buyer pays at `pay_url`',
    description:
      'Needs no key. A pickup needs no address. Above the limit for guests ($500 with shipping, unless the server sets another), the response is 409. A network can have three unpaid orders an hour, and an email address five orders a day; after that, the response is 429. The response is the same whether or not the email address has an account. After the payment, the buyer gets a receipt with a link to the order.',
    body: CreateGuestCheckout,
    answers: { 201: GuestCheckout },
    handle: async (tx, actor, { body }) => created(presentGuestCheckout(tx, await startGuestCheckout(tx, actor, body))),
  }),
]
