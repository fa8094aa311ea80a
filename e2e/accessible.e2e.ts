import { pageTexts } from '@aitai/messages/pages.ts'
import { catalogues, languages } from '@aitai/messages/texts.ts'
import { expect, test } from '@playwright/test'
import { lengthenedWords, lengthening } from './lengthened.ts'
import { isAccessible, isWhole, isWholeZoomed, smallest } from './looks.ts'
import { themes, walk } from './stations.ts'

// One story walks through the whole product: a server and its people are started once for all of it.
test.setTimeout(300_000)
test.use({ actionTimeout: 15_000 })

for (const language of languages)
  for (const theme of themes)
    test(`everybody can use every screen, at 1280 by 800 and at 200 % too, ${language}, ${theme}`, ({
      browser,
    }) =>
      walk(browser, { language, theme, viewport: smallest }, async (person, station) => {
        await isAccessible(person, station)
        if (theme === 'dark') return
        await isWhole(person, station)
        await isWholeZoomed(person, station)
      }))

test('a language that is 40 % longer than English is cut nowhere', async ({ browser }) => {
  const keys = new Set<string>()
  const who = {
    language: 'En',
    viewport: smallest,
    words: lengthenedWords(catalogues.En),
    prepare: lengthening(catalogues.En, keys),
  } as const
  await walk(browser, who, isWhole)
  const ofScreens = (await Promise.all(Object.values(pageTexts).map(({ En }) => En()))).flatMap(Object.keys)
  expect(ofScreens.filter((key) => !keys.has(key))).toEqual([])
})
