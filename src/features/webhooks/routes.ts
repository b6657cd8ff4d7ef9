import type { Endpoint } from '#lib/http/endpoint.ts'

export const webhookEndpoints: readonly Endpoint[] = []
