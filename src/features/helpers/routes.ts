import type { Endpoint } from '#lib/http/endpoint.ts'

export const helperEndpoints: readonly Endpoint[] = []
