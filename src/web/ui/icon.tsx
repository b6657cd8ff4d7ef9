/** Icons drawn as strokes on a 24 by 24 grid. They work at all sizes and in both color schemes. */
const SHAPES = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16.2 16.2 21 21',
  heart: 'M12 20S4 15 4 9.2A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2C20 15 12 20 12 20z',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z',
  tag: 'M4 4h9l7 7-9 9-7-7zM8.5 8.5v.01',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  truck: 'M2 6h12v10H2zM14 9h4l4 4v3h-8zM7 16a2 2 0 1 0 .01 0zM17.5 16a2 2 0 1 0 .01 0z',
  pin: 'M12 21s7-6.3 7-11.5A7 7 0 0 0 5 9.5C5 14.7 12 21 12 21zM12 7.5a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 21c.5-4.5 3.5-6.5 8-6.5s7.5 2 8 6.5',
  shop: 'M4 9 5.5 4h13L20 9M4 9v11h16V9M4 9c0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0M10 20v-5h4v5',
  plus: 'M12 5v14M5 12h14',
  check: 'm5 12.5 4.5 4.5L19 7',
  cross: 'M6 6l12 12M18 6 6 18',
  left: 'm14.5 5-7 7 7 7',
  right: 'm9.5 5 7 7-7 7',
  down: 'm5 9.5 7 7 7-7',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5M12 7.8v.01',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3v.01',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6z',
  picture: 'M4 5h16v14H4zM4 16l4.5-4.5L13 16l3-3 4 4M15.5 9v.01',
  camera: 'M4 7.5h4L9.5 5h5L16 7.5h4V19H4zM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  pencil: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19z',
  link: 'M9.5 14.5l5-5M8 12l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 17M16 12l2.5-2.5a3.5 3.5 0 0 0-5-5L11 7',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  filter: 'M3 6h18M6.5 12h11M10 18h4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01',
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  gear: 'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  key: 'M8 10a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 11.5 19.5 4M16 7l3 3',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  wallet: 'M4 6h14v3M4 6v13h16V9H4M16 14v.01',
  plot: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  spark: 'M12 3c.6 5 3 7.4 8 8-5 .6-7.4 3-8 8-.6-5-3-7.4-8-8 5-.6 7.4-3 8-8z',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5v15l13-7.5z',
  flag: 'M5 21V4h13l-3 4.5 3 4.5H5',
  out: 'M13 5h6v6M19 5l-9 9M10 5H5v14h14v-5',
  more: 'M4.4 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M11.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M18.2 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0',
  wait: 'M12 3.5a8.5 8.5 0 1 1-8.5 8.5',
} as const

export type IconName = keyof typeof SHAPES
export const ICON_NAMES = Object.keys(SHAPES) as IconName[]

/**
 * An icon. `filled`: path of the filled area. Icons are hidden from screen readers, because the text or label next to an icon states its
 * meaning.
 */
export const Icon = ({ name, large, full, filled }: { name: IconName; large?: boolean; full?: boolean; filled?: string | null }) => (
  <svg class={`icon${large ? ' large' : ''}${full ? ' full' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={SHAPES[name]} />
    {filled ? <path class="filled" d={filled} /> : null}
  </svg>
)
