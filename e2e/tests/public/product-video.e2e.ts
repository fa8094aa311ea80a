import { type Language, languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Person } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

const codes = { En: 'en', Jp: 'ja' } as const

/** Reads properties of the video element in the page: numbers and texts. */
const evaluate = <Value>(film: Locator, expression: string): Promise<Value> =>
  film.page().evaluate<Value>(`((film) => ${expression})(document.querySelector('video'))`)
const timeOf = (film: Locator): Promise<number> => evaluate(film, 'film.currentTime')
const captions = '[...film.textTracks[0].activeCues].map((cue) => cue.text)'
const captionsOf = (film: Locator): Promise<string[]> => evaluate(film, captions)

async function opens(person: Person): Promise<Locator> {
  await person.page.goto(`${product.url}/about-us`)
  const film = person.page.locator('video')
  await expect(film).toBeVisible()
  return film
}

// spec: 2.about.1
for (const language of languages)
  test(`the product video plays, has captions and can be sought, ${language}`, { tag: '@full' }, async ({
    browser,
  }) => {
    const page = await Person.window({ url: product.url, browser, email: '', language })
    const person = new Person(page, language)
    const parts: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 206) parts.push(new URL(answer.url()).pathname)
    })
    const film = await opens(person)

    await test.step('nothing is fetched or played before somebody asks', async () => {
      expect(await evaluate(film, '[film.readyState, film.paused, film.autoplay]')).toEqual([0, true, false])
    })
    await test.step('the keyboard starts it, and it goes on', async () => {
      await film.focus()
      await page.keyboard.press('Space')
      await expect.poll(() => timeOf(film)).toBeGreaterThan(0.5)
      expect(await evaluate<number>(film, 'film.readyState')).toBeGreaterThanOrEqual(2)
      expect(await evaluate(film, '[film.videoWidth, film.videoHeight]')).toEqual([1280, 800])
      const length = await evaluate<number>(film, 'film.duration')
      expect(length).toBeGreaterThanOrEqual(50)
      expect(length).toBeLessThanOrEqual(70)
    })
    await test.step('a caption in the language is shown', async () => {
      expect(await evaluate(film, '[film.textTracks[0].language, film.textTracks[0].mode]')).toEqual([
        codes[language],
        'showing',
      ])
      await expect.poll(() => captionsOf(film)).toHaveLength(1)
    })
    await seeksByTranscript(person, film)
    expect(parts).toContain(`/video/product.${codes[language]}.webm`)
    await goesOnInTheOther(person, film)
    await person.leaves()
  })

/** Each line of the transcript is a caption and leads to its time. */
async function seeksByTranscript(person: Person, film: Locator): Promise<void> {
  await test.step('a line of the transcript leads to its moment', async () => {
    const { page } = person
    await page.getByText(person.text('about.transcript')).click()
    const lines = page.locator('.about-transcript li button')
    await expect(lines).toHaveCount(await evaluate<number>(film, 'film.textTracks[0].cues.length'))
    const line = lines.nth(9)
    const caption = ((await line.textContent()) ?? '').replace(/^\d+:\d\d /, '')
    // Recorded as they appear, because a caption disappears after some seconds.
    await evaluate(
      film,
      `{ film.shownCaptions = []; film.textTracks[0].oncuechange = () => film.shownCaptions.push(...${captions}) }`,
    )
    await line.click()
    await expect.poll(() => evaluate<string[]>(film, 'film.shownCaptions')).toContain(caption)
    expect(await timeOf(film)).toBeGreaterThan(30)
  })
}

async function goesOnInTheOther({ page, language }: Person, film: Locator): Promise<void> {
  await test.step('in the other language the other film goes on from there', async () => {
    const other: Language = language === 'En' ? 'Jp' : 'En'
    await page
      .getByRole('button', { name: language === 'En' ? 'JP' : 'EN', exact: true })
      .first()
      .click()
    await expect(film.locator('track')).toHaveAttribute('srclang', codes[other])
    await expect.poll(() => timeOf(film)).toBeGreaterThan(30)
    await expect.poll(() => evaluate(film, 'film.paused')).toBe(false)
    expect(await evaluate(film, 'film.currentSrc.split("/").at(-1)')).toBe(`product.${codes[other]}.webm`)
  })
}

test('both containers of both videos play', { tag: '@full' }, async ({ browser }) => {
  const page = await Person.window({ url: product.url, browser, email: '', language: 'En' })
  const film = await opens(new Person(page, 'En'))
  for (const code of Object.values(codes))
    for (const ending of ['webm', 'mp4']) {
      await evaluate(
        film,
        `{ film.src = '/video/product.${code}.${ending}'; film.currentTime = 40; void film.play() }`,
      )
      await expect.poll(() => timeOf(film), { message: `${code}.${ending}` }).toBeGreaterThan(40.3)
    }
  await page.context().close()
})
