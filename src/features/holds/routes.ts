import type { Endpoint } from '#lib/http/endpoint.ts'

export const holdEndpoints: readonly Endpoint[] = []
