import { ITEM_DRAWINGS } from './things/index.ts'
import type { Picture, View } from './picture.ts'

const VIEW_NAMES: Record<View, (shown: string) => string> = {
  front: (shown) => `${shown}, front`,
  back: (shown) => `${shown}, back`,
  'close-up': () => 'close up',
  label: () => 'the label',
  flaw: () => 'the flaw, circled',
  web: () => 'as its maker shows it, on white',
}

/** Returns an image's alt text, such as "Denim chore jacket on a hanger, front". */
export function altOf({ kind, view }: Pick<Picture, 'kind' | 'view'>, name: string): string {
  const words = VIEW_NAMES[view](ITEM_DRAWINGS[kind].shown)
  return view === 'front' || view === 'back' ? `${name} ${words}` : `${name}: ${words}`
}
