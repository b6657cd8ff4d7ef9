import type { Endpoint } from '#lib/http/endpoint.ts'

export const wordsEndpoints: readonly Endpoint[] = []
