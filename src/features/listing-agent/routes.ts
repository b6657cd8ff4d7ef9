import type { Endpoint } from '#lib/http/endpoint.ts'

export const listingAgentEndpoints: readonly Endpoint[] = []
