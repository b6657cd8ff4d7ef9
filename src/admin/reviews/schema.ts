import { z } from 'zod'
import { text } from '#platform/http/fields.ts'

export const HideReview = z.object({ reason: text(1, 500).describe('Why. Its writer reads it.') })
