import type { Endpoint } from '#lib/http/endpoint.ts'

export const researchEndpoints: readonly Endpoint[] = []
