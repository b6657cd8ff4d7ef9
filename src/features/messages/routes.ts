import type { Endpoint } from '#lib/http/endpoint.ts'

export const messageEndpoints: readonly Endpoint[] = []
