import { buys, created, endpointsOf, ok } from '#platform/http/endpoint.ts'
import { listOf, pageOf } from '#platform/http/fields.ts'
import { presentAddress } from './present.ts'
import { AddressParams, ChangeAddress, CreateAddress, DeletedAddress, ListAddresses, SavedAddress } from './schema.ts'
import * as addresses from './index.ts'

const endpoint = endpointsOf('Addresses')

export const addressEndpoints = [
  endpoint({
    id: 'listAddresses',
    method: 'GET',
    path: '/addresses',
    access: buys,
    summary: 'List your delivery addresses, the default first, then the newest',
    query: ListAddresses,
    answers: { 200: listOf(SavedAddress) },
    handle: async (ctx, actor, { query }) => ok(pageOf(await addresses.listAddresses(ctx, actor, query), query, presentAddress)),
  }),
  endpoint({
    id: 'createAddress',
    method: 'POST',
    path: '/addresses',
    effects: [],
    access: buys,
    summary: 'Store a delivery address; orders take its id as `address`',
    description: `An account can have ${addresses.MOST_ADDRESSES} addresses. Storing another address returns 409. Only you see your addresses; an order copies the address for its seller.`,
    body: CreateAddress,
    answers: { 201: SavedAddress },
    handle: async (ctx, actor, { body }) => created(presentAddress(await addresses.createAddress(ctx, actor, body))),
  }),
  endpoint({
    id: 'getAddress',
    method: 'GET',
    path: '/addresses/{id}',
    access: buys,
    summary: 'Get one of your delivery addresses',
    params: AddressParams,
    answers: { 200: SavedAddress },
    handle: async (ctx, actor, { params }) => ok(presentAddress(await addresses.readAddress(ctx, actor, params.id))),
  }),
  endpoint({
    id: 'changeAddress',
    method: 'PATCH',
    path: '/addresses/{id}',
    effects: [],
    access: buys,
    summary: 'Change a delivery address, or make it the default',
    description: 'Existing orders keep the address that they were created with.',
    params: AddressParams,
    body: ChangeAddress,
    answers: { 200: SavedAddress },
    handle: async (ctx, actor, { params, body }) => ok(presentAddress(await addresses.changeAddress(ctx, actor, params.id, body))),
  }),
  endpoint({
    id: 'deleteAddress',
    method: 'DELETE',
    path: '/addresses/{id}',
    effects: [],
    access: buys,
    accepts: [],
    summary: 'Delete a delivery address; existing orders keep their copy',
    params: AddressParams,
    answers: { 200: DeletedAddress },
    handle: async (ctx, actor, { params }) => {
      await addresses.deleteAddress(ctx, actor, params.id)
      return ok({ object: 'address', id: params.id, deleted: true })
    },
  }),
]
