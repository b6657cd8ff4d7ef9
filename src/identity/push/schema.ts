import { z } from 'zod'
import { text } from '#platform/http/fields.ts'

export const Subscribe = z.object({ endpoint: text(1, 1000), p256dh: text(1, 100), auth: text(1, 40) })
export type Subscribe = z.infer<typeof Subscribe>
