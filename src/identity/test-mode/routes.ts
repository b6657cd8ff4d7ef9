import type { Context } from '#platform/context/index.ts'
import type { Tenant } from '#core/tenant.ts'
import { endpointsOf, ok } from '#platform/http/endpoint.ts'
import { advanceWorld, emptyWorld, testAccounts, tenantFor } from './index.ts'
import { AdvanceSandbox, Sandbox, SandboxClock } from './schema.ts'

const endpoint = endpointsOf('Sandbox')
const access = { who: 'tester' } as const

async function presentSandbox(ctx: Context, world: Tenant) {
  const accounts = await testAccounts(ctx, world)
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
    summary: 'Your test world: its two accounts, and how far its clock was moved',
    description:
      'Both are opened with your first test key, or when you first look at test data on the pages; see [the sandbox](/docs/sandbox).',
    answers: { 200: Sandbox },
    handle: async (ctx, actor) => ok(await presentSandbox(ctx, tenantFor(actor))),
  }),
  endpoint({
    id: 'advanceSandbox',
    method: 'POST',
    path: '/sandbox/clock',
    effects: [],
    access,
    summary: 'Move the clock of your test world forward',
    description:
      'All of your test world grows older by so much at once: an offer of this morning is of last week. What has fallen due by then happens within seconds, as it does in the market, and your webhook hears of it.',
    body: AdvanceSandbox,
    answers: { 200: SandboxClock },
    handle: async (tx, actor, { body }) => {
      await advanceWorld(tx, tenantFor(actor), body.advance_seconds)
      return ok({ object: 'sandbox_clock', advanced_seconds: body.advance_seconds, now: tx.now().toISOString() })
    },
  }),
  endpoint({
    id: 'resetSandbox',
    method: 'POST',
    path: '/sandbox/reset',
    effects: [],
    access,
    summary: 'Empty your test world',
    description: 'Deletes shops, listings, sales, messages and events of your test world. Its keys and its webhooks stay.',
    accepts: [],
    answers: { 200: Sandbox },
    handle: async (tx, actor) => {
      await emptyWorld(tx, tenantFor(actor))
      return ok(await presentSandbox(tx, tenantFor(actor)))
    },
  }),
]
