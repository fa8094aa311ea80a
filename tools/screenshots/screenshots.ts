import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { test } from '@playwright/test'
import { themes, visitScreens } from '../../e2e/accessibility/screens.ts'
import { reduceToPalette } from './png-palette.ts'

const folder = join(import.meta.dirname, '../../docs/screens')

test.use({ actionTimeout: 15_000 })

for (const language of languages) {
  for (const theme of themes) {
    test(`every state has its picture, ${language}, ${theme}`, ({ browser }) =>
      visitScreens(browser, { language, theme }, async ({ page }, station) => {
        // A moving ring or a blinking caret would make each run a change.
        const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
        await writeFile(join(folder, `${station}-${language}-${theme}.png`), reduceToPalette(picture))
      }))
  }
}
