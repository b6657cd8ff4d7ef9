import { dayPlots } from './day-plots.ts'
import { menus } from './menus.ts'
import { palette } from './palette.ts'
import { choices, prices, tasks } from './rows.ts'
import { filePreviews } from './file-previews.ts'
import { insertReplies } from './insert-reply.ts'
import { feedbackText } from './feedback.ts'
import { shopAppearance } from './shop-look.ts'
import { shortcuts } from './shortcuts.ts'

shortcuts()
palette()
tasks()
choices()
prices()
feedbackText()
filePreviews()
insertReplies()
dayPlots()
menus()
shopAppearance()
