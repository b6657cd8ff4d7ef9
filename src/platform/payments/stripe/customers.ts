import type { Stripe } from 'stripe'
import type { NewCustomer, SavedCard } from '#platform/payments/index.ts'
import { PaymentsError } from '#platform/errors/payments.ts'
import { asPaymentsError, isUnknown } from './client.ts'

const CARD_REF = /^pm_\w{1,80}$/
/** Stripe's maximum page size. Customers rarely have more than a few cards. */
const MOST_CARDS = 100

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** Creates a customer. Its metadata contains our ids, so that we can find the customer if the response is lost. */
export async function createCustomer(client: Stripe, { id, accountId, email }: NewCustomer): Promise<string> {
  try {
    const params = { metadata: { account: accountId, customer: id }, ...(email === null ? {} : { email }) }
    return (await client.customers.create(params, { idempotencyKey: id })).id
  } catch (error) {
    throw asPaymentsError(error, 'The payment provider did not create a customer.')
  }
}

export async function changeCustomer(client: Stripe, ref: string, email: string): Promise<void> {
  try {
    await client.customers.update(ref, { email })
  } catch (error) {
    throw asPaymentsError(error, 'The payment provider does not know this customer.')
  }
}

/** Deletes a customer. Without a reference, first finds the customer by our id. */
export async function deleteCustomer(client: Stripe, { id, ref }: { id: string; ref: string | null }): Promise<void> {
  try {
    const refs = ref === null ? (await client.customers.search({ query: `metadata['customer']:'${id}'` })).data.map((one) => one.id) : [ref]
    for (const one of refs) await client.customers.del(one)
  } catch (error) {
    if (isUnknown(error)) return
    throw asPaymentsError(error, 'The payment provider did not delete the customer.')
  }
}

export async function listCards(client: Stripe, customerRef: string): Promise<SavedCard[]> {
  try {
    const { data } = await client.customers.listPaymentMethods(customerRef, { type: 'card', limit: MOST_CARDS })
    return data.flatMap(({ id, card }) => (card ? [cardOf(id, card)] : []))
  } catch (error) {
    if (isUnknown(error)) return []
    throw asPaymentsError(error, 'The payment provider does not list the cards.')
  }
}

/** Removes a card. First checks that the card belongs to the customer, because Stripe detaches any card by its id alone. */
export async function removeCard(client: Stripe, customerRef: string, cardRef: string): Promise<void> {
  const message = 'You have no such card.'
  if (!CARD_REF.test(cardRef)) throw new PaymentsError('refused', message)
  try {
    const { id } = await client.customers.retrievePaymentMethod(customerRef, cardRef)
    await client.paymentMethods.detach(id)
  } catch (error) {
    throw asPaymentsError(error, message)
  }
}

const cardOf = (ref: string, { brand, last4, exp_month, exp_year }: Stripe.PaymentMethod.Card): SavedCard => ({
  ref,
  brand: (Object.hasOwn(BRANDS, brand) ? BRANDS[brand] : undefined) ?? 'Card',
  last4,
  expMonth: exp_month,
  expYear: exp_year,
})
