import { inTransaction, type Context, type Person, type Tx } from '#platform/context.ts'
import { claimIdempotencyKey } from '#platform/idempotency.ts'

/** Whose answer may have been lost on the way: sent again with the same key and content, it makes nothing new. */
type Asked = { path: string; key: string; content: Record<string, string> }

/**
 * Makes something for a form, and answers with its id. With a key (the page's script sends one), however often the form
 * comes within a day: the second time it is what the first time made (completions 2). Errors: those of `make`; 409 while
 * the first still runs, 422 when the key came with other content.
 */
export async function madeOnce(ctx: Context, viewer: Person, asked: Asked | null, make: (tx: Tx) => Promise<string>): Promise<string> {
  if (asked === null) return inTransaction(ctx, make)
  const claim = await claimIdempotencyKey(ctx, { scope: viewer.accountId, method: 'POST', ...asked })
  if (claim.kind === 'replay') return claim.answer.body
  try {
    return await inTransaction(ctx, async (tx) => {
      const id = await make(tx)
      await claim.finish(tx, { status: 303, body: id })
      return id
    })
  } catch (error) {
    await claim.release()
    throw error
  } finally {
    claim.end()
  }
}
