import { of, type Seeds } from './seed.ts'

/** Defects in payments, payouts and refunds, and in the validation of payment provider data. */
export const MONEY_SEEDS: Seeds = {
  // --- money
  'money: an order is paid after its deadline': {
    file: 'src/commerce/orders/rules/order.ts',
    find: "operation: 'pay', by: 'provider', to: 'paid', when: 'the payment deadline has not passed', money: ['take'] },",
    replace: "operation: 'pay', by: 'provider', to: 'paid', money: ['take'] },",
    ...of('src/commerce/orders/rules/order.test.ts', 'pay by provider on status awaiting_payment'),
  },
  'money: the protection window ends immediately': {
    file: 'src/commerce/orders/rules/order.ts',
    find: "'the protection period is over': { holds: (o, now) => passed(o.protect_until, now)",
    replace: "'the protection period is over': { holds: (o, now) => o.protect_until !== null || passed(o.protect_until, now)",
    ...of('src/commerce/orders/rules/order.test.ts', 'end_window by'),
  },
  'money: a seller confirms their own sale': {
    file: 'src/commerce/orders/rules/order.ts',
    find: "  { from: 'delivered', operation: 'confirm', by: 'buyer', to: 'completed', money: OUT },",
    replace:
      "  { from: 'delivered', operation: 'confirm', by: 'buyer', to: 'completed', money: OUT },\n  { from: 'delivered', operation: 'confirm', by: 'seller', to: 'completed', money: OUT },",
    ...of('src/commerce/orders/rules/order.test.ts', 'confirm by seller on status delivered'),
  },
  'money: the fee includes refunded amounts': {
    file: 'src/commerce/orders/rules/order.ts',
    find: 'const rest = order.totalCents - order.refundedCents',
    replace: 'const rest = order.totalCents',
    ...of(
      'src/commerce/orders/rules/order.test.ts',
      'the seller’s share, the fee and the refund always add up to the total that the buyer paid',
    ),
  },
  'money: a ledger entry does not sum to zero': {
    file: 'src/commerce/ledger/rules.ts',
    find: ' && lines.reduce((sum, { amountCents }) => sum + amountCents, 0) === 0',
    ...of(
      'src/commerce/ledger/rules.test.ts',
      'a posting counts as unbalanced if its sum is not zero or if it contains fractions of a cent',
    ),
  },
  'money: a payment counts twice': {
    file: 'src/commerce/payments/record.ts',
    find: 'if (STEPS.indexOf(charged.status) <= STEPS.indexOf(row.status)) return null',
    replace: 'if (STEPS.indexOf(charged.status) < STEPS.indexOf(row.status)) return null',
    ...of(
      'src/commerce/orders/books.test.ts',
      'the buyer is charged only once, even when payment results arrive from the provider repeatedly or out of order',
    ),
  },
  'money: a completed transfer is sent again': {
    file: 'src/commerce/payouts/mark-sent.ts',
    find: "  if (transfer.status !== 'due' && transfer.status !== 'held') return\n",
    ...of('src/commerce/orders/books.test.ts', 'a failed refund is retried with backoff, and the money is sent only once'),
  },
  'money: a partial refund exceeds the payment': {
    file: 'src/commerce/orders/problems.ts',
    find: 'if (amount !== undefined && amount > leftCents)',
    replace: 'if (amount !== undefined && amount < 0)',
    ...of('src/commerce/orders/rights.test.ts', 'an order action with invalid input returns 400, and the error names the invalid field'),
  },
  'money: a deposit exceeds the price': {
    file: 'src/commerce/holds/rules.ts',
    find: 'Math.min(Math.max(Math.round(priceCents / 1_000) * 100, 500), priceCents)',
    replace: 'Math.max(Math.round(priceCents / 1_000) * 100, 500)',
    ...of(
      'src/commerce/holds/rules.test.ts',
      'for any price, the deposit is either the whole price or a whole number of dollars, at least $5',
    ),
  },
  'money: the deposit of an expired hold is returned': {
    file: 'src/commerce/holds/rules.ts',
    find: '  if (until > now) return status\n',
    replace: "  if (until > now || status === 'active') return status\n",
    ...of('src/commerce/holds/rules.test.ts', 'only a hold that is requested or active ends at its deadline'),
  },
  'money: an amount with three decimals is rounded': {
    file: 'src/core/money.ts',
    find: '  if (cents / 100 !== dollars) return null\n',
    ...of('src/core/money.test.ts', 'an amount in dollars is rejected if it has more than two decimals or is not finite'),
  },
  // --- payments
  'money: a cent pays a whole order': {
    file: 'src/commerce/payments/record.ts',
    find: 'if (proof.amountCents !== row.amount_cents)',
    replace: 'if (proof.amountCents > row.amount_cents)',
    ...of('test/attacks/payments.test.ts', 'an event with an unexpected amount, currency, id or object does not mark the order as paid'),
  },
  'money: yen pay an order in dollars': {
    file: 'src/commerce/payments/record.ts',
    find: "if (proof.currency !== 'usd')",
    replace: "if (proof.currency === '')",
    ...of('test/attacks/payments.test.ts', 'an event with an unexpected amount, currency, id or object does not mark the order as paid'),
  },
  'money: a transfer in progress is not marked': {
    file: 'src/commerce/payouts/claim.ts',
    find: '  await queries.markSending(',
    replace: '  void (',
    ...of(
      'test/attacks/payments-sending.test.ts',
      'the operator cannot mark a transfer in progress as paid; only the provider’s response ends it',
    ),
  },
  'money: a transfer in progress can be paid by hand': {
    file: 'src/commerce/payouts/hold.ts',
    find: '  if (transfer.sending_since !== null)\n',
    replace: '  if (transfer.amount_cents < 0)\n',
    ...of(
      'test/attacks/payments-sending.test.ts',
      'the operator gets a 409 when marking a refund as paid before the provider’s response has arrived',
    ),
  },
  'money: the ledger records another amount than the provider sent': {
    file: 'src/commerce/payouts/send.ts',
    find: 'settlePayout(tx, transfer.id, sent)',
    replace: 'settlePayout(tx, transfer.id, { ...sent, amountCents: transfer.amount_cents })',
    ...of(
      'test/attacks/payments-sending.test.ts',
      'the service records the amount that the provider has actually sent, and opens a case if it differs',
    ),
  },
  'money: a missing response counts as a rejection': {
    file: 'src/commerce/payouts/send.ts',
    find: "(error.reason === 'refused' || error.reason === 'no_funds')",
    replace: "error.reason !== 'bad_event'",
    ...of(
      'test/attacks/payments-sending.test.ts',
      'the operator gets a 409 when marking a refund as paid before the provider’s response has arrived',
    ),
  },
  'money: a refund is paid by hand during a chargeback': {
    file: 'src/commerce/payouts/hold.ts',
    find: 'if (await waitsForBank(tx.db, transferId))',
    replace: 'if (transferId === null)',
    ...of('test/attacks/payments-sending.test.ts', 'a refund cannot be marked as paid by hand while a bank decides a chargeback'),
  },
  'money: a chargeback is handled during a transfer': {
    file: 'src/commerce/provider-events/chargebacks.ts',
    find: 'return isLeaving ?',
    replace: 'return isLeaving && false ?',
    ...of(
      'test/attacks/payments-sending.test.ts',
      'a chargeback event during a transfer gets a 503, and a later delivery takes the outcome of the transfer into account',
    ),
  },
  'money: an early chargeback event is dropped': {
    file: 'src/commerce/provider-events/chargebacks.ts',
    find: 'if (early !== null && isRetried) throw retryLater(early)',
    ...of(
      'test/attacks/payments-booked-once.test.ts',
      'a chargeback event for a payment that is not recorded is retried for two days, and then opens a case',
    ),
  },
  'money: the failure of an unrecorded refund is dropped': {
    file: 'src/commerce/provider-events/refund.ts',
    find: 'if (failed && transfer.sending_since !== null)',
    replace: 'if (transfer.amount_cents < 0)',
    ...of(
      'test/attacks/payments-sending.test.ts',
      'an event about a failed refund gets a 503 until the provider’s response is recorded, and then the refund is retried',
    ),
  },
  'money: a case is not updated when its amount falls': {
    file: 'src/commerce/payments/transfers/retry.ts',
    find: '  await followTransfer(tx, id, left)\n',
    ...of(
      'test/attacks/payments-sending.test.ts',
      'after a partial chargeback, the case for a refund that failed shows only the remaining amount',
    ),
  },
  'money: a reversal made by hand is repeated': {
    file: 'src/commerce/provider-events/refund.ts',
    find: 'await coverByHand(tx, transfer.id, cents)',
    replace: '0',
    ...of(
      'test/attacks/payments-booked-once.test.ts',
      'a reversal that the operator makes by hand in the Stripe dashboard counts toward the reversal that the service has planned',
    ),
  },
  'money: a reversal settled by hand is recorded again': {
    file: 'src/commerce/provider-events/refund.ts',
    find: 'reversedCents - (await transfers.reversedByHand(tx.db, transfer.id))',
    replace: 'reversedCents',
    ...of(
      'test/attacks/payments-booked-once.test.ts',
      'a Stripe event does not record a reversal that the operator has already settled by hand',
    ),
  },
  'money: a reversed amount is deducted twice': {
    file: 'src/commerce/orders/chargebacks.ts',
    find: 'loss.sellerCents - takenBackCents',
    replace: 'loss.sellerCents',
    ...of('test/attacks/payments-booked-once.test.ts', 'if an order has two chargebacks, the money of each chargeback is reversed once'),
  },
  'money: the unused deposit is recorded under the order': {
    file: 'src/commerce/ledger/rules.ts',
    find: 'if (subject.holdId !== undefined || holdId === null) return',
    replace: 'if (cents > 0) return',
    ...of(
      'test/attacks/payments-booked-once.test.ts',
      'the refund of an unused part of a deposit is recorded for the hold, and not for the order',
    ),
  },
  'authority: an approval needs no reauthentication': {
    file: 'src/identity/approvals/index.ts',
    find: 'if (endpoint?.proof) requireProof(actor, ctx.now())',
    ...of(
      'test/attacks/payments.test.ts',
      'a stolen session cannot change the payout account, and the owner gets an email about each setup link',
    ),
  },
  'authority: changing the payout account needs no reauthentication': {
    file: 'src/commerce/payments/routes.ts',
    find: '    proof: true,\n',
    ...of(
      'test/attacks/payments.test.ts',
      'a stolen session cannot change the payout account, and the owner gets an email about each setup link',
    ),
  },
  // --- saved cards
  'authority: an API key gets a payment page with saved cards': {
    file: 'src/commerce/payments/customers/open.ts',
    find: "actor.kind === 'session' && !actor.guest",
    replace: '!actor.guest',
    ...of('src/commerce/payments/customers/customers.test.ts', 'an API key cannot open a page with saved cards'),
  },
  'authority: an API key reads the address of the page that the buyer opened': {
    file: 'src/commerce/payments/attempt.ts',
    find: 'if (open?.customer_ref && !hasCustomer(buyer))',
    replace: "if (open?.customer_ref === '' && !hasCustomer(buyer))",
    ...of('src/commerce/payments/customers/customers.test.ts', 'an API key cannot open a page with saved cards'),
  },
  'authority: a buyer removes the card of another buyer': {
    file: 'src/platform/payments/stripe/customers.ts',
    find: 'const { id } = await client.customers.retrievePaymentMethod(customerRef, cardRef)',
    replace: 'const id = cardRef',
    ...of('src/web/buyer/cards.test.ts', 'a buyer can list and remove only their own cards'),
  },
  'money: payments at the same time create several customers': {
    file: 'src/commerce/payments/customers/open.ts',
    find: 'createCustomer({ id: row.id,',
    replace: "createCustomer({ id: ctx.newId('pcu'),",
    ...of('src/commerce/payments/customers/customers.test.ts', 'concurrent payments by one buyer create only one customer record'),
  },
  'privacy: a closed account leaves its cards at the payment provider': {
    file: 'src/service/hooks.ts',
    find: '  accountClosed: endCustomers,',
    replace: '  accountClosed: async () => {},',
    ...of('src/commerce/payments/customers/customers.test.ts', 'closing an account deletes its customer'),
  },
  'privacy: the owner of an address gets the cards of an impostor': {
    file: 'src/service/hooks.ts',
    find: '    await endEarlierCustomers(tx, accountId)\n',
    ...of('test/attacks/accounts.test.ts', 'using the verification link revokes all sessions and keys of an impostor'),
  },
}
