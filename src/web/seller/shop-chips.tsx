import { Chip, Chips } from '#web/ui/chip.tsx'

type Props = {
  shops: readonly { slug: string; name: string }[]
  current: string | undefined
  at(slug: string): string
  all?: string
}

/** Links that switch between a user's shops. They are visible only if the user has several shops. */
export const ShopChips = ({ shops, current, at, all }: Props) =>
  shops.length > 1 ? (
    <Chips label={all === undefined ? 'Your shops' : 'Shop'} row>
      {all === undefined ? null : <Chip href={all} current={current === undefined} label="All shops" />}
      {shops.map(({ slug, name }) => (
        <Chip href={at(slug)} current={slug === current} label={name} />
      ))}
    </Chips>
  ) : null
