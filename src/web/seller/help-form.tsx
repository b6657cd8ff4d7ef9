import type { Child } from '#web/framework/jsx/index.ts'
import type { Person } from '#platform/context/index.ts'
import { Form } from '#web/ui/index.ts'
import type { Listing } from '#web/framework/page/records.ts'

type Props = {
  viewer: Person
  listing: Listing
  tab: 'words' | 'research' | 'chat'
  with?: Record<string, string>
  label?: string
  class?: string
  island?: string
  children?: Child
}

/** A form in the helper panel. The response replaces the panel and shows the same tab. */
export const HelpForm = ({ viewer, listing, tab, with: fields, ...form }: Props) => (
  <Form action={`/app/listings/${listing.id}`} viewer={viewer} swap="help" with={{ help: tab, ...fields }} {...form} />
)
