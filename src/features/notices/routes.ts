import type { Endpoint } from '#lib/http/endpoint.ts'

export const noticeEndpoints: readonly Endpoint[] = []
