import type { Person, Tx, Core } from '#platform/context/index.ts'
import { ifIdOf } from '#platform/context/ids.ts'
import type { Paged, Part } from '#platform/db/paginate.ts'
import { invalid, notFound } from '#platform/errors/index.ts'
import type { Address, AddressOrId } from '#platform/http/address-fields.ts'
import { lockQuota, MOST_ADDRESSES, overQuota } from '#identity/quotas/index.ts'
import * as queries from './queries.ts'
import type { AddressRow } from './queries.ts'
import type { ChangeAddress, CreateAddress } from './schema.ts'

export { MOST_ADDRESSES } from '#identity/quotas/index.ts'

/** Lists the account's addresses: the default address first, then all others, newest first. */
export const listAddresses = (ctx: Core, actor: Person, page: Part): Promise<Paged<AddressRow>> =>
  queries.listAddresses(ctx.db, actor.accountId, page)

/** Returns an address of the account by its id. Errors: 404 if the address does not exist or belongs to another account. */
export async function readAddress(ctx: Core, actor: Person, id: string): Promise<AddressRow> {
  return (await queries.findAddress(ctx.db, actor.accountId, id)) ?? missing()
}

/**
 * Stores an address. An account's first address becomes the default unless `default` is false. Errors: 409 `quota` if the account has the
 * maximum number of addresses.
 */
export async function createAddress(tx: Tx, actor: Person, { default: requested, ...address }: CreateAddress): Promise<AddressRow> {
  const free = await lockQuota(tx, actor.accountId, 'addresses')
  if (free === 0) throw overQuota(tx, 'addresses')
  const id = tx.newId('adr')
  const isDefault = requested ?? free === MOST_ADDRESSES
  if (isDefault) await queries.clearDefault(tx.db, actor.accountId, id)
  return queries.insertAddress(tx.db, {
    id,
    account_id: actor.accountId,
    ...address,
    line2: address.line2 || null,
    state: address.state || null,
    is_default: isDefault,
    created_at: tx.now(),
    updated_at: tx.now(),
  })
}

/** Changes an address. Existing orders still ship to the old address, because they store a copy. Errors: 404. */
export async function changeAddress(
  tx: Tx,
  actor: Person,
  id: string,
  { default: isDefault, ...change }: ChangeAddress,
): Promise<AddressRow> {
  if (isDefault) {
    // makes changes to the default address run one after another, because an account can have only one default address
    await lockQuota(tx, actor.accountId, 'addresses')
    await queries.clearDefault(tx.db, actor.accountId, id)
  }
  const written = await queries.updateAddress(tx.db, actor.accountId, id, {
    ...change,
    ...(change.line2 === undefined ? {} : { line2: change.line2 || null }),
    ...(change.state === undefined ? {} : { state: change.state || null }),
    ...(isDefault === undefined ? {} : { is_default: isDefault }),
    updated_at: tx.now(),
  })
  return written ?? missing()
}

/** Deletes an address. Errors: 404 if the address does not exist or belongs to another account. */
export async function deleteAddress(tx: Tx, actor: Person, id: string): Promise<void> {
  if (!(await queries.deleteAddress(tx.db, actor.accountId, id))) missing()
}

/** Deletes all addresses of an account. */
export const forgetAddresses = (tx: Tx, accountId: string): Promise<void> => queries.deleteAddressesOf(tx.db, accountId)

/**
 * Returns the address for an order: either the given address, or a copy of the stored address with the given id. Returns null if neither is
 * given. Errors: 400 `address` if the id is unknown or belongs to another account.
 */
export async function addressForOrder(ctx: Core, actor: Person, given: AddressOrId | undefined): Promise<Address | null> {
  if (typeof given !== 'string') return given ?? null
  const row = await ifIdOf('adr', given, () => queries.findAddress(ctx.db, actor.accountId, given))
  if (!row) throw invalid('address', 'address is not the id of one of your addresses. List them with GET /addresses.')
  const { name, line1, line2, city, state, postal_code, country } = row
  return { name, line1, ...(line2 && { line2 }), city, ...(state && { state }), postal_code, country }
}

function missing(): never {
  throw notFound('address')
}
