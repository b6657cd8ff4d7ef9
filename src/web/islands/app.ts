import { menus } from './menus.ts'
import { palette } from './palette.ts'
import { choices, tasks } from './rows.ts'
import { said } from './feedback.ts'
import { shopLook } from './shop-look.ts'
import { shortcuts } from './shortcuts.ts'

// What the seller's app adds to its pages: keys, undo where the eyes are, looks at what one types.
shortcuts()
palette()
tasks()
choices()
said()
menus()
shopLook()
