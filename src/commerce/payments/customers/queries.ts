import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#platform/db/index.ts'

export type CustomerRow = Selectable<Tables['payment_customers']>
/** Identifies an account's customer at a provider. The provider's live and test keys have separate customers. */
export type CustomerKey = Pick<CustomerRow, 'account_id' | 'provider' | 'mode'>

const active = (db: Db, { account_id, provider, mode }: CustomerKey) =>
  db
    .selectFrom('payment_customers')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('provider', '=', provider)
    .where('mode', '=', mode)
    .where('delete_at', 'is', null)

/** Returns the account's current customer, or undefined. */
export const findCustomer = (db: Db, key: CustomerKey): Promise<CustomerRow | undefined> => active(db, key).executeTakeFirst()

/** Inserts a customer unless the account already has one. In both cases, returns the account's customer. */
export async function insertCustomer(db: Tx, row: Insertable<Tables['payment_customers']> & CustomerKey): Promise<CustomerRow | undefined> {
  await db
    .insertInto('payment_customers')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute()
  return findCustomer(db, row)
}

export type BuyerAddress = { email: string | null; verifiedAt: Date | null }

/**
 * Locks an open account, so that it cannot be closed in the meantime, and returns its email address. Returns undefined if the account is
 * closed.
 */
export const lockAddress = (db: Tx, accountId: string): Promise<BuyerAddress | undefined> =>
  db
    .selectFrom('accounts')
    .select(['email', 'email_verified_at as verifiedAt'])
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

export const addressOf = (db: Db, accountId: string): Promise<BuyerAddress> =>
  db.selectFrom('accounts').select(['email', 'email_verified_at as verifiedAt']).where('id', '=', accountId).executeTakeFirstOrThrow()

/** Updates a customer, even one that is scheduled for deletion, because the deletion needs the customer's reference. */
export async function changeCustomer(
  db: Db,
  id: string,
  change: Partial<Pick<CustomerRow, 'provider_ref' | 'email_verified_at' | 'delete_at'>>,
): Promise<void> {
  await db.updateTable('payment_customers').set(change).where('id', '=', id).execute()
}

export async function deleteCustomer(db: Db, id: string): Promise<void> {
  await db.deleteFrom('payment_customers').where('id', '=', id).execute()
}

/** Deletes the account's current customer record, unless its reference has changed. */
export async function deleteUnknown(db: Db, key: CustomerKey, ref: string): Promise<void> {
  await sql`
    delete from payment_customers
    where account_id = ${key.account_id} and provider = ${key.provider} and mode = ${key.mode} and delete_at is null
      and provider_ref = ${ref}`.execute(db)
}

/** Schedules the deletion of an account's customers. Customers without a reference at the provider are deleted at `unknownAt`. */
export async function endCustomers(db: Db, accountId: string, at: Date, unknownAt: Date): Promise<void> {
  await sql`
    update payment_customers set delete_at = case when provider_ref is null then ${unknownAt}::timestamptz else ${at}::timestamptz end
    where account_id = ${accountId} and delete_at is null`.execute(db)
}

/** Returns the customers to delete now, earliest deadline first. */
export const customersToDelete = (
  db: Db,
  by: Pick<CustomerRow, 'provider' | 'mode'> & { now: Date; limit: number },
): Promise<Pick<CustomerRow, 'id' | 'provider_ref'>[]> =>
  db
    .selectFrom('payment_customers')
    .select(['id', 'provider_ref'])
    .where('provider', '=', by.provider)
    .where('mode', '=', by.mode)
    .where('delete_at', '<=', by.now)
    .orderBy('delete_at')
    .limit(by.limit)
    .execute()
