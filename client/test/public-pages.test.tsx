import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogues } from '@aitai/messages/texts.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import brokers from '../../content/brokers.json'
import { accountsApi } from '../src/app/api/accounts-api.ts'
import { createStore } from '../src/app/store/store.ts'
import { intervals, keepUnusedDataFor } from '../src/intervals.ts'
import { installation } from '../src/ui/browser/installation.ts'
import { renderApp } from './support/render-app.tsx'

/** A window of the width of a phone, or of a computer. */
const windowOf = (kind: 'phone' | 'computer'): void =>
  void vi.stubGlobal('matchMedia', (query: string) => ({
    matches: kind === 'phone' && query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => windowOf('computer'))
afterEach(() => {
  vi.useRealTimers()
  windowOf('computer')
})

const slidesIn = (carousel: HTMLElement): readonly string[] =>
  [...carousel.querySelectorAll('li:not([aria-hidden="true"])')].map((slide) =>
    slide.querySelector('img') ? (slide.querySelector('img')?.alt ?? '') : (slide.textContent ?? ''),
  )

// spec: 2.routes.21, 9.11
test('five brokers go round four at a time, one on every 3 seconds, with arrows and without dots', async () => {
  Object.assign(installation, { brokers })
  renderApp('/')
  const carousel = await screen.findByRole('region', { name: 'Executing brokers' })
  const names = brokers.map(({ name }) => name.En)
  expect(names).toHaveLength(5)
  expect(slidesIn(carousel)).toEqual(names.slice(0, 4))
  // Back, on and pause: nothing else can be pressed.
  expect(within(carousel).getAllByRole('button')).toHaveLength(3)

  fireEvent.click(within(carousel).getByRole('button', { name: 'Previous brokers' }))
  expect(slidesIn(carousel)[0]).toBe(names[4])
  fireEvent.click(within(carousel).getByRole('button', { name: 'Next brokers' }))
  vi.useFakeTimers()
  fireEvent.click(within(carousel).getByRole('button', { name: 'Stop moving' }))
  fireEvent.click(within(carousel).getByRole('button', { name: 'Go on moving' }))
  for (let step = 1; step <= 10; step += 1) {
    act(() => void vi.advanceTimersByTime(3_000))
    expect(slidesIn(carousel)[0]).toBe(names[step % 5])
  }
  Object.assign(installation, { brokers: [] })
})

// spec: 1.10, 2.routes.3, 2.about.1, 2.about.3, 2.about.5, 2.about.6, 6.1, 9.26
test.each([
  ['En', 'Your browser does not support the video tag.', '/video/product.en.webm'],
  ['Jp', '', '/video/product.ja.webm'],
] as const)('the page about us has all its parts in %s', async (language, fallback, file) => {
  renderApp('/about-us', language)
  const page = await screen.findByRole('main')
  await waitFor(() => expect(page.querySelectorAll('.about-founders img')).toHaveLength(2))

  const video = page.querySelector('video')
  expect(video?.querySelector('source')?.getAttribute('src')).toBe(file)
  expect(video?.querySelector('track[kind=captions]')).not.toBeNull()
  expect(video?.textContent).toContain(fallback)
  expect(video?.textContent?.trim()).not.toBe('')
  expect(page.querySelectorAll('.about-grid svg.picture')).toHaveLength(3)
  expect(page.querySelectorAll('.about-company p').length).toBeGreaterThan(2)
  const foot = screen.getByRole('contentinfo')
  expect(foot.textContent).toContain('contact@aitai.example')
  expect(foot.textContent).toContain('2025')
})

// spec: 2.about.4, 4.other.4, 9.10
test('on a phone the three pictures follow each other every 5 seconds, round and round', async () => {
  windowOf('phone')
  renderApp('/about-us')
  const found = await screen.findAllByRole('region', { name: 'How it differs' })
  const frame = found.find((region) => region.classList.contains('carousel')) as HTMLElement
  const first = slidesIn(frame)[0]
  vi.useFakeTimers()
  fireEvent.click(within(frame).getByRole('button', { name: 'Stop moving' }))
  fireEvent.click(within(frame).getByRole('button', { name: 'Go on moving' }))

  const seen = [1, 2, 3].map(() => {
    act(() => void vi.advanceTimersByTime(5_000))
    return slidesIn(frame)[0]
  })
  expect(new Set(seen).size).toBe(3)
  expect(seen[2]).toBe(first)
})

// spec: 1.9, 2.header.5, 2.header.6, 2.header.7, 3.3, 4.other.1, 4.other.2
test('on a phone a menu holds the languages; it dims the page, and a chosen language closes it', async () => {
  windowOf('phone')
  const page = renderApp('/about-us')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Open the menu' }))
  expect(document.querySelector('.mobile-menu-dim')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close the menu' }))
  expect(document.querySelector('.mobile-menu-dim')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Open the menu' }))
  await user.click(screen.getByRole('button', { name: 'JP' }))
  expect(page.store.getState().settings.language).toBe('Jp')
  expect(page.store.getState().mobileMenu).toBe(false)
  expect(document.querySelector('.mobile-menu-dim')).toBeNull()
})

// spec: 2.routes.18, 2.header.3, 4.other.3
test('the header marks the language of the page, and the other one is a click away', async () => {
  const page = renderApp('/about-us')
  expect((await screen.findByRole('link', { name: /start page/ })).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: /^About us/ }).getAttribute('href')).toBe('/about-us')
  const japanese = await screen.findByRole('button', { name: 'JP' })
  expect(screen.getByRole('button', { name: 'EN' }).getAttribute('aria-pressed')).toBe('true')
  expect(japanese.getAttribute('aria-pressed')).toBe('false')

  await userEvent.setup().click(japanese)
  expect(page.store.getState().settings.language).toBe('Jp')
})

// spec: 2.header.13, 2.profile.2, 4.statuses.21, 4.indicator.4, 7.account.5, 7.account.17, 7.reference.6
// spec: 7.locates.6, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7
test('what repeats does so as often as the specification says', () => {
  const { userDetailsPoll, ioiCountsPoll, agreementsPoll, advertListPoll, marketHoursCheck } = intervals
  expect([userDetailsPoll, ioiCountsPoll, agreementsPoll]).toEqual([900_000, 5_000, 10_000])
  expect([advertListPoll, marketHoursCheck]).toEqual([10_000, 10_000])
  const { versionPoll, countdownTick, loginCarousel, aboutCarousel } = intervals
  expect([versionPoll, countdownTick, loginCarousel, aboutCarousel]).toEqual([3_600_000, 1_000, 3_000, 5_000])
})

// spec: 2.header.4
test('the active language has the colour of the specification', () => {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '../src/ui', file), 'utf8')
  expect(read('tokens.css')).toContain('--brand-fill: #120f83;')
  const active = /button\[aria-pressed="true"\] \{([^}]*)\}/.exec(read('language-switch.css'))?.[1]
  expect(active).toContain('background: var(--brand-fill)')
})

// spec: 2.about.2
test('the video channel is linked where the owner has one', async () => {
  const videoChannel = 'https://videos.example/aitai'
  const brand = installation.brand
  Object.assign(installation, { brand: { ...brand, videoChannel } })
  renderApp('/about-us')

  const link = await screen.findByRole('link', { name: /channel/ })
  expect(link.getAttribute('href')).toBe(videoChannel)
  Object.assign(installation, { brand })
})

// spec: 5.generic.1
test('the three messages of validation are those of the specification', () => {
  const { En, Jp } = catalogues
  const keys = ['field.required', 'field.min', 'field.max'] as const
  expect(keys.map((key) => En[key])).toEqual([
    'This field is required',
    'Min. value allowed is {min}',
    'Max. value allowed is {max}',
  ])
  expect(keys.map((key) => /[ぁ-ん]/.test(Jp[key]))).toEqual([true, true, true])
})

// spec: 9.27
test('answered data is kept for a minute, and neither focus, return nor another screen asks again', async () => {
  const store = createStore()
  const asked = vi.spyOn(globalThis, 'fetch')
  const first = store.dispatch(accountsApi.endpoints.webVersion.initiate())
  await first
  const another = store.dispatch(accountsApi.endpoints.webVersion.initiate())
  await another
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  await another

  expect(asked).toHaveBeenCalledTimes(1)
  expect(keepUnusedDataFor).toBe(60)
  asked.mockRestore()
})
