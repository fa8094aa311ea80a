import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '@aitai/messages/texts.ts'
import { test } from '@playwright/test'
import { visitScreens } from '../../e2e/accessibility/screens.ts'
import { reduceToPalette } from './png-palette.ts'

const root = join(import.meta.dirname, '../..')
const theme = 'light'

/** The files of `docs/screens` that the README and the user guides show; the repository keeps no others. */
const shown = new Set(
  ['README.md', 'docs/user-guide.en.md', 'docs/user-guide.ja.md'].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/screens\/([\w-]+\.png)/g)].map(
      ([, picture]) => picture as string,
    ),
  ),
)

test.use({ actionTimeout: 15_000 })

for (const language of languages) {
  test(`pictures of the guides, ${language}`, ({ browser }) =>
    visitScreens(browser, { language, theme }, async ({ page }, screen) => {
      const file = `${screen}-${language}-${theme}.png`
      if (!shown.has(file)) return
      // A spinning loader or a blinking caret would change the picture in every run.
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
      await writeFile(join(root, 'docs/screens', file), reduceToPalette(picture))
    }))
}
