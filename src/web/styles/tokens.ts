/** Colors for the light and dark schemes. Each shop has one of five tones. Every combination of colors that is in use reaches WCAG AA. */
export const TONE_COLOURS = {
  lemon: {
    light: { wash: '#fdfbe9', soft: '#fdf8ce', band: '#fdf2a4', pop: '#fbe137', edge: '#987e23', text: '#695403', ink: '#241e09' },
    dark: { wash: '#14130d', soft: '#201e12', band: '#2f2c16', pop: '#efd744', edge: '#927f41', text: '#ded392', ink: '#f5f4eb' },
  },
  mint: {
    light: { wash: '#f1fdf9', soft: '#dbf9ee', band: '#bdf4e1', pop: '#7aebca', edge: '#039580', text: '#066557', ink: '#08231e' },
    dark: { wash: '#0d1412', soft: '#13221d', band: '#173129', pop: '#7ae0c1', edge: '#3e9180', text: '#96e4cb', ink: '#ecf6f2' },
  },
  pink: {
    light: { wash: '#fff8fb', soft: '#ffebf3', band: '#fedbea', pop: '#fe98ca', edge: '#b36383', text: '#813c59', ink: '#2b171f' },
    dark: { wash: '#171113', soft: '#261a1f', band: '#39242e', pop: '#ef92bf', edge: '#a96b83', text: '#fdbbd9', ink: '#faf0f4' },
  },
  leaf: {
    light: { wash: '#f6fdf3', soft: '#e6f7e1', band: '#d3f1c9', pop: '#86d668', edge: '#589152', text: '#33642e', ink: '#142213' },
    dark: { wash: '#10140f', soft: '#192116', band: '#22301e', pop: '#82cb67', edge: '#628d5e', text: '#b6dfa9', ink: '#f0f5ee' },
  },
  blush: {
    light: { wash: '#fef9f7', soft: '#feede7', band: '#ffded2', pop: '#ffb598', edge: '#b86751', text: '#85402d', ink: '#2c1812' },
    dark: { wash: '#17110f', soft: '#271b16', band: '#3b251d', pop: '#f5ab8e', edge: '#ad6e5c', text: '#ffc1a9', ink: '#fbf1ed' },
  },
} as const

export const NEUTRAL_COLOURS = {
  light: {
    paper: '#fcfbf8',
    card: '#ffffff',
    sunk: '#f4f2ec',
    line: '#e4e0d6',
    control: '#8a857a',
    mute: '#67635a',
    text: '#26241f',
    ink: '#16140f',
  },
  dark: {
    paper: '#141310',
    card: '#1d1b18',
    sunk: '#0e0d0b',
    line: '#34312b',
    control: '#7d786d',
    mute: '#a8a397',
    text: '#ece9e1',
    ink: '#faf8f3',
  },
} as const

export const MEANING_COLOURS = {
  light: {
    ok: '#0f6b3f',
    okbg: '#e3f5ea',
    warn: '#7a4d00',
    warnbg: '#fdf1d6',
    bad: '#b3261e',
    badbg: '#fdeae7',
    info: '#1d4fb8',
    infobg: '#e8effd',
    focus: '#1d4fb8',
  },
  dark: {
    ok: '#6fd6a0',
    okbg: '#12301f',
    warn: '#f2c063',
    warnbg: '#35270a',
    bad: '#ff9c90',
    badbg: '#3b1613',
    info: '#9dbcff',
    infobg: '#16254a',
    focus: '#9dbcff',
  },
} as const

/**
 * Defines all lengths, at most twenty of them in pixels. Stylesheets may use only these lengths (`test/house/sheets.ts`). Lengths that
 * scale with the text use `rem` here, or `em`, `ch` or `lh` in a rule.
 */
export const LENGTHS = {
  // borders: separator, control, focus ring, quotation
  hair: '1px',
  rim: '1.5px',
  ring: '2px',
  bar: '3px',
  // spacing, and the sizes of icons and images on the spacing grid
  s1: '4px',
  s2: '8px',
  s3: '12px',
  s4: '16px',
  s5: '20px',
  s6: '24px',
  s7: '32px',
  s8: '40px',
  s9: '64px',
  s10: '96px',
  gutter: 'clamp(var(--s4),3vw,var(--s8))',
  /** Minimum touch target. */
  touch: '44px',
  // corner radii
  'r-s': 'var(--s2)',
  'r-m': '14px',
  'r-l': 'var(--s6)',
  'r-full': '999px',
  'r-tag': '10px 10px 10px 3px',
  // column and block widths
  w1: '9rem',
  w2: '12rem',
  w3: '15rem',
  w4: '20rem',
  w5: '28rem',
  w6: '40rem',
  w7: '56rem',
  page: '90rem',
  // font sizes: 12, 13, 15, 16, 18, 21, 24, 32, 40 and 56 pixels at the browser's default size
  t1: '.75rem',
  t2: '.8125rem',
  t3: '.9375rem',
  t4: '1rem',
  t5: '1.125rem',
  t6: '1.3125rem',
  t7: '1.5rem',
  t8: '2rem',
  t9: '2.5rem',
  t10: '3.5rem',
  't-title': 'clamp(var(--t8),5vw,var(--t10))',
  't-head': 'clamp(var(--t8),4vw,var(--t9))',
} as const

/** Breakpoints for `@media`, which does not support variables: phone, tablet, navigation rail next to the page, desktop. */
export const BREAKPOINTS = ['40em', '48em', '56em', '75em'] as const

/** Fonts, shadows and motion. */
export const THEME_TOKENS = {
  sans: "'Instrument Sans','Words meanwhile',system-ui,sans-serif",
  display: "'Bricolage Grotesque','Display meanwhile',system-ui,sans-serif",
  e2: '0 var(--s3) var(--s7) calc(-1 * var(--s2)) rgb(0 0 0 / .25)',
  fast: '120ms',
  base: '220ms',
  slow: '350ms',
  ease: 'cubic-bezier(.2,.8,.2,1)',
} as const
