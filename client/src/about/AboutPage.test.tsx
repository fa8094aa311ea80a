import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  phoneWidthQuery,
  renderInstallation,
  shippedInstallation,
  stubMediaQueries,
} from '../../test/support/render-installation.ts'
import { intervals } from '../shared/intervals.ts'

afterEach(() => history.replaceState(null, '', '/'))

const pictures = ['about.traditional', 'about.darkPool', 'about.solution'] as const

// spec: 1.10, 2.routes.3, 2.about.1, 2.about.3, 2.about.5, 2.about.6, 6.1, 9.26
test.each(languages)('the about page has all its texts in %s and marks the sample text', async (language) => {
  await renderInstallation(shippedInstallation, '/about-us', language)
  const text = (key: Parameters<typeof textIn>[1], values = {}): string => textIn(language, key, values)
  await screen.findByRole('heading', { level: 1, name: text('about.title') })
  for (const picture of pictures) {
    screen.getByRole('heading', { name: text(picture) })
    screen.getByText(text(`${picture}Lead`))
  }
  const { email } = shippedInstallation.brand.contact
  const more = screen.getByRole('link', { name: text('about.more', { email }) })
  expect(more.getAttribute('href')).toBe(`mailto:${email}`)
  const footer = text('about.copyright', { product: 'Aitai' })
  screen.getByText(footer)
  expect(footer).toMatch(/^© 2025 Aitai\b(?!.*20\d\d)/)

  await screen.findByText(text('about.sample'))
  const founders = screen.getByRole('heading', { name: text('about.founders') }).parentElement as HTMLElement
  expect(within(founders).getAllByRole('heading', { level: 3 })).toHaveLength(2)
  expect(founders.querySelectorAll('img[src^="/content/founders/"]')).toHaveLength(2)
})

test.each([
  ['En', 'en'],
  ['Jp', 'ja'],
] as const)(
  'the product video is the one in %s, with captions, and says where it cannot play',
  async (language, code) => {
    await renderInstallation(shippedInstallation, '/about-us', language)
    const video = await screen.findByLabelText(textIn(language, 'about.video'))
    const [webm, mp4] = [...video.querySelectorAll('source')].map((source) => source.getAttribute('src'))

    expect([webm, mp4]).toEqual([`/video/product.${code}.webm`, `/video/product.${code}.mp4`])
    const captions = video.querySelector('track[kind=captions]')
    expect(captions?.getAttribute('src')).toBe(`/video/product.${code}.vtt`)
    expect(video.textContent).toContain(textIn(language, 'about.videoUnsupported'))
  },
)

test('the English fallback text is verbatim that of the specification', () => {
  expect(textIn('En', 'about.videoUnsupported')).toBe('Your browser does not support the video tag.')
})

// spec: 2.about.4, 4.other.4, 9.10
test('on a phone the carousel advances through the three images every 5 seconds, in a loop', async () => {
  expect(intervals.aboutCarousel).toBe(5_000)
  stubMediaQueries(phoneWidthQuery)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await renderInstallation(shippedInstallation, '/about-us')
  const names = pictures.map((picture) => textIn('En', picture))
  const whole = await screen.findByRole('region', { name: textIn('En', 'about.pictures'), hidden: false })
  const shown = (): string | null =>
    within(whole).getAllByRole('heading', { level: 3 })[0]?.textContent ?? null
  // Its interval begins with an effect, which may come after the region.
  await act(async () => undefined)
  const seen = [shown()]
  for (let round = 0; round < 3; round += 1) {
    act(() => void vi.advanceTimersByTime(5_000))
    seen.push(shown())
  }

  expect(seen).toEqual([...names, names[0]])
})

// spec: 2.about.2
test('the link to the video channel is shown if one is configured', async () => {
  const channel = 'https://videos.example/aitai'
  await renderInstallation(
    { ...shippedInstallation, brand: { ...shippedInstallation.brand, videoChannel: channel } },
    '/about-us',
  )

  const link = await screen.findByRole('link', { name: new RegExp(textIn('En', 'about.channel')) })
  expect(link.getAttribute('href')).toBe(channel)
})

/** Pages of an owner, near enough for jsdom, which leaves no page: other places in the same one. */
const otherPages = {
  ...shippedInstallation,
  aboutUrl: { En: `${location.origin}/#ours-in-english`, Jp: `${location.origin}/#ours-in-japanese` },
}

test.each([
  ['En', '#ours-in-english'],
  ['Jp', '#ours-in-japanese'],
] as const)(
  'where the owner has a page elsewhere, about us leads to its variant in %s',
  async (language, path) => {
    await renderInstallation(otherPages, '/about-us', language)

    await waitFor(() => expect(location.hash).toBe(path))
    expect(screen.queryByRole('heading', { name: textIn(language, 'about.title') })).toBeNull()
  },
)

test('an external page for one language leaves the built-in page for the other', async () => {
  await renderInstallation(
    { ...otherPages, aboutUrl: { ...otherPages.aboutUrl, Jp: null } },
    '/about-us',
    'Jp',
  )

  await screen.findByRole('heading', { name: textIn('Jp', 'about.title') })
  expect(location.hash).toBe('')
})

test.each(languages)(
  'with the redirect of the login page a stranger is led there too, in %s',
  async (language) => {
    await renderInstallation({ ...otherPages, loginRedirect: true }, '/', language)

    await waitFor(() => expect(location.hash).toBe(new URL(otherPages.aboutUrl[language]).hash))
    expect(screen.queryByRole('heading', { name: textIn(language, 'auth.title') })).toBeNull()
  },
)

test('the login page remains reachable at /?sign-in', async () => {
  await renderInstallation({ ...otherPages, loginRedirect: true }, '/?sign-in')

  await screen.findByRole('heading', { name: textIn('En', 'auth.title') })
  expect(location.hash).toBe('')
})

test('without the redirect flag the login page is shown, even if an external page is configured', async () => {
  await renderInstallation(otherPages, '/')

  await screen.findByRole('heading', { name: textIn('En', 'auth.title') })
  expect(location.hash).toBe('')
})
