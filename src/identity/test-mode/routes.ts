import type { Core } from '#platform/context/index.ts'
import type { Tenant } from '#core/tenant.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { advanceTestClock, deleteTestData, testAccounts, tenantFor } from './index.ts'
import { AdvanceSandbox, Sandbox, SandboxClock } from './schema.ts'

const endpoint = endpointsOf('Sandbox')
const access = { who: 'tester' } as const

async function presentSandbox(ctx: Core, tenant: Tenant) {
  const accounts = await testAccounts(ctx, tenant)
  return {
    object: 'sandbox' as const,
    accounts: accounts.map(({ id, role, name }) => ({ object: 'account' as const, id, role, name })),
    ahead_seconds: accounts[0]?.aheadSeconds ?? 0,
  }
}

export const testModeEndpoints = [
  endpoint({
    id: 'getSandbox',
    method: 'GET',
    path: '/sandbox',
    access,
    summary: 'Get your test mode: its two accounts and its clock',
    description:
      'Your first test key, or your first visit to the test data in the app, creates both accounts; see [the sandbox](/docs/sandbox).',
    answers: { 200: Sandbox },
    handle: async (ctx, actor) => ok(await presentSandbox(ctx, tenantFor(actor))),
  }),
  endpoint({
    id: 'advanceSandbox',
    method: 'POST',
    path: '/sandbox/clock',
    effects: [],
    access,
    summary: 'Move your test mode’s clock forward',
    description:
      'Makes all your test data older by this amount: an offer from this morning becomes an offer from last week. Deadlines that have passed take effect within seconds, as in the live market, and your webhook receives the events.',
    body: AdvanceSandbox,
    answers: { 200: SandboxClock },
    handle: async (tx, actor, { body }) => {
      await advanceTestClock(tx, tenantFor(actor), body.advance_seconds)
      return ok({ object: 'sandbox_clock', advanced_seconds: body.advance_seconds, now: tx.now().toISOString() })
    },
  }),
  endpoint({
    id: 'resetSandbox',
    method: 'POST',
    path: '/sandbox/reset',
    effects: [],
    access,
    summary: 'Delete all your test data',
    description: 'Deletes your test shops, listings, sales, messages and events. Keeps your test keys and webhooks.',
    accepts: [],
    answers: { 200: Sandbox },
    handle: async (tx, actor) => {
      await deleteTestData(tx, tenantFor(actor))
      return ok(await presentSandbox(tx, tenantFor(actor)))
    },
  }),
]
