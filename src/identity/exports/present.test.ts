import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentCustomer } from './present.ts'

test('an export names the customer record at the payment provider', () => {
  const created_at = new Date('2030-01-01')
  assert.deepEqual(presentCustomer({ provider: 'stripe', mode: 'live', provider_ref: 'cus_1', created_at }), {
    stored_at: 'stripe',
    mode: 'live',
    customer: 'cus_1',
    created_at,
  })
})
