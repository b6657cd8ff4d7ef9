import type { Endpoint } from '#lib/http/endpoint.ts'

export const sidekickEndpoints: readonly Endpoint[] = []
