import { openStage } from '#test/browser/stage.ts'
const stage = await openStage()
try {
  for (const [width, scheme] of [
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    const context = await stage.visitor({ as: 'theo', colorScheme: scheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.goto(stage.at('/you/settings'))
    await page
      .locator('section', { has: page.locator('#push') })
      .last()
      .screenshot({ path: `/tmp/live-shots/push-${width}-${scheme}.png` })
    await context.close()
  }
} finally {
  await stage.close()
}
