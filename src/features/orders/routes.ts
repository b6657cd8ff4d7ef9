import type { Endpoint } from '#lib/http/endpoint.ts'

export const orderEndpoints: readonly Endpoint[] = []
