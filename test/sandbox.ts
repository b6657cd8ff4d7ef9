import assert from 'node:assert/strict'
import type { SandboxRole } from '#core/tenant.ts'
import type { Reply, TestApp } from '#test/app.ts'
import { SCOPES } from '#core/scopes.ts'

type Owner = { cookie: string }

/** A user's test-mode tenant, with one key for each of its two accounts. */
export type TestTenant = Record<SandboxRole, { id: string; key: string; keyId: string }>

/** Creates a test key with all scopes. Returns the record of the key. */
export async function makeTestKey(
  app: TestApp,
  owner: Owner,
  role: SandboxRole,
  rights: Record<string, unknown> = {},
): Promise<Reply['body']> {
  const json = { name: `Test ${role}`, kind: 'api', scopes: SCOPES, livemode: false, test_account: role, ...rights }
  const made = await app.call('POST', '/v1/keys', { cookie: owner.cookie, json })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body
}

export async function openTestTenant(app: TestApp, owner: Owner): Promise<TestTenant> {
  const open = async (role: SandboxRole) => {
    const { id: keyId, secret: key } = await makeTestKey(app, owner, role)
    const { body } = await app.call('GET', '/v1/me', { key })
    return { id: body.id as string, key: key as string, keyId: keyId as string }
  }
  return { seller: await open('seller'), buyer: await open('buyer') }
}
