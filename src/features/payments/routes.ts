import type { Endpoint } from '#lib/http/endpoint.ts'

export const paymentEndpoints: readonly Endpoint[] = []
