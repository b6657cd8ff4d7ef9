import { z } from 'zod'
import { text } from '#platform/http/fields.ts'

export const HideReview = z.object({ reason: text(1, 500).describe('Reason, shown to the author of the review.') })
