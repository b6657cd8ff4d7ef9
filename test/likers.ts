import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'

/** Creates a like of the listing by this person, backdated by two hours so that the seller may invite the person. */
export async function likeEarlier({ call, service: { ctx } }: TestApp, { key }: { key: string }, listing: string): Promise<void> {
  const { status, body } = await call('PUT', `/v1/market/listings/${listing}/like`, { key })
  assert.equal(status, 200, JSON.stringify(body))
  await sql`update likes set created_at = created_at - interval '2 hours' where listing_id = ${listing}`.execute(ctx.db)
}
