import type { Endpoint } from '#lib/http/endpoint.ts'

export const inboxEndpoints: readonly Endpoint[] = []
