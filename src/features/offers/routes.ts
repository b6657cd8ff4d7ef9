import type { Endpoint } from '#lib/http/endpoint.ts'

export const offerEndpoints: readonly Endpoint[] = []
