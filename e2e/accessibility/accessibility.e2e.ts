import { pageTexts } from '@aitai/messages/page-texts.ts'
import { catalogues, languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import {
  expectAccessible,
  expectNoLayoutFaults,
  expectNoLayoutFaultsZoomed,
  smallestViewport,
} from './checks.ts'
import { pseudoLocalizeTexts, servePseudoLocale } from './pseudo-locale.ts'
import { themes, visitScreens } from './screens.ts'

// Each test visits every screen, so that the server and its users are started only once.
test.setTimeout(600_000)
test.use({ actionTimeout: 15_000 })

/** CI leaves out the tests with this tag: each takes several minutes. */
const fullProofOnly = { tag: '@full' }

for (const language of languages)
  for (const theme of themes) {
    const title = `every screen passes the audit at 1280 by 800 and at 200 %, ${language}, ${theme}`
    test(title, fullProofOnly, ({ browser }) =>
      visitScreens(browser, { language, theme, viewport: smallestViewport }, async (person, screen) => {
        await expectAccessible(person, screen)
        if (theme === 'dark') return
        await expectNoLayoutFaults(person, screen)
        await expectNoLayoutFaultsZoomed(person, screen)
      }),
    )
  }

test('a language that is 40 % longer than English is cut off nowhere', fullProofOnly, async ({ browser }) => {
  const keys = new Set<string>()
  const who = {
    language: 'En',
    viewport: smallestViewport,
    words: pseudoLocalizeTexts(catalogues.En),
    prepare: servePseudoLocale(catalogues.En, keys),
  } as const
  await visitScreens(browser, who, expectNoLayoutFaults)
  const ofScreens = (await Promise.all(Object.values(pageTexts).map(({ En }) => En()))).flatMap(Object.keys)
  expect(ofScreens.filter((key) => !keys.has(key))).toEqual([])
})
